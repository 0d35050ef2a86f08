/** What other features write into the security log, and how signing in is watched. */
export { createLoginMonitoring } from './login-monitoring.ts'
export { appendSecurityEvent, appendSecurityEvents, ownAction } from './security.queries.ts'
