/** What other features write into the security log. */
export {
  appendSecurityEvent,
  appendSecurityEvents,
  type NewSecurityEvent,
  ownAction,
} from './security.queries.ts'
