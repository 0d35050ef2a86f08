/** For broadcasts, the clock, the demo and the deletion of accounts. */
export { alertUnreadMessages } from './alert-unread-messages.ts'
export { addedToGroup, mentionedInGroup } from './groups.alerts.ts'
export { groupsPersonalData } from './groups.personal-data.ts'
export { listGroupNames } from './groups.queries.ts'
export { announceReactionsEnd } from './react-to-message.ts'
