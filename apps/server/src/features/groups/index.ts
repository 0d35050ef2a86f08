/** Exports used by broadcasts and the demo. */
export { addedToGroup, mentionedInGroup } from './groups.alerts.ts'
export { listGroupNames } from './groups.queries.ts'
