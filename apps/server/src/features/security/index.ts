/** What other features write into the security log. */
export { type Access, noteAccess } from './note-access.ts'
export { appendSecurityEvent, appendSecurityEvents, ownAction } from './security.queries.ts'
