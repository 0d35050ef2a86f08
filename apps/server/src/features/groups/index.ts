/** What broadcasts choose from, what the clock and the demo do with groups, and what of them ends with an account. */
export { alertUnreadMessages } from './alert-unread-messages.ts'
export { addedToGroup, mentionedInGroup } from './groups.alerts.ts'
export { listGroupNames } from './groups.queries.ts'
export { announceReactionsEnd } from './react-to-message.ts'
