/** Exports used by the demo and by the deletion of groups. */
export { alertReadingRequested as readingAsked, documentAdded } from './documents.alerts.ts'
export { endReadingsOfGroup } from './end-readings.ts'
