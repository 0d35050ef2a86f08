/** The security log API for other features, and the monitoring of sign-ins. */
export { createLoginMonitoring } from './login-monitoring.ts'
export { type Access, logAccess as noteAccess } from './note-access.ts'
export {
  appendSecurityEvent,
  appendSecurityEvents,
  createOwnActionEvent as ownAction,
} from './security.queries.ts'
