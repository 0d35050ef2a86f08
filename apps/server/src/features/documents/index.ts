/** Files for the demo, and the deletion of groups and accounts. */
export { announceRemovedPerson } from './announce-removed-person.ts'
export { documentAdded, readingAsked } from './documents.alerts.ts'
export { endReadingsOfGroup } from './end-readings.ts'
