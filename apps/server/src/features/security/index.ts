/** What other features write into the security log, and how sign-ins are monitored. */
export { createLoginMonitoring } from './login-monitoring.ts'
export { type Access, noteAccess } from './note-access.ts'
export { appendSecurityEvent, appendSecurityEvents, ownAction } from './security.queries.ts'
