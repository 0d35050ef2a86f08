/** What other features write into the security log. */
export { appendSecurityEvent, appendSecurityEvents, ownAction } from './security.queries.ts'
