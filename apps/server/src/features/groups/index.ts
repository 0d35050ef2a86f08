/** For broadcasts, the demo and the deletion of accounts. */
export { addedToGroup, mentionedInGroup } from './groups.alerts.ts'
export { listGroupNames } from './groups.queries.ts'
export { announceReactionsEnd } from './react-to-message.ts'
