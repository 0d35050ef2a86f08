/** Used by the demo and by the deletion of groups. */
export { documentAdded, readingAsked } from './documents.alerts.ts'
export { endReadingsOfGroup } from './end-readings.ts'
