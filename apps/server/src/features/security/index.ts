/** What other features write into the security log. */

export { securityPersonalData } from './security.personal-data.ts'
export { appendSecurityEvent, appendSecurityEvents, ownAction } from './security.queries.ts'
