/** Files for the clock, the demo, and the deletion of groups and accounts. */
export { announceRemovedPerson } from './announce-removed-person.ts'
export { documentAdded, readingAsked } from './documents.alerts.ts'
export { documentsPersonalData } from './documents.personal-data.ts'
export { endReadingsOfGroup } from './end-readings.ts'
export { removeDeleted } from './remove-deleted.ts'
