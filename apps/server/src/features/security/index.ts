/** What other features write into the security log. */
export { appendSecurityEvent, ownAction } from './security.queries.ts'
