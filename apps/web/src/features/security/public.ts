/** What other features may use of the security page. */
export { StatusActs } from './status-acts.tsx'
