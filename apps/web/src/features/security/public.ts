/** The exports of the security page for other features. */
export { StatusActs } from './status-acts.tsx'
