/** What broadcasts choose from, and what the clock does with groups. */
export { listGroupNames } from './groups.queries.ts'
export { tellUnreadMessages } from './messages.queries.ts'
