/** The security log API for other features, and the monitoring of sign-ins. */

export { type Access, logAccess as noteAccess } from './log-access.ts'
export { createLoginMonitoring } from './login-monitoring.ts'
export { audit } from './security.queries.ts'
