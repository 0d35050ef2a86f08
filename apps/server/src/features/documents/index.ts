/** Files for the demo, and the deletion of groups. */
export { documentAdded, readingAsked } from './documents.alerts.ts'
export { endReadingsOfGroup } from './end-readings.ts'
