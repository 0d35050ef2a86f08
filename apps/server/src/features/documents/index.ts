/** Exports used by the demo and by the deletion of groups. */
export { readingRequestedAlert as readingAsked, documentAddedAlert as documentAdded } from './documents.alerts.ts'
export { endReadingsOfGroup } from './end-readings.ts'
