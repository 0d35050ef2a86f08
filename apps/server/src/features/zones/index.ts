/** What other features read of zones. */
export { findZone } from './zones.queries.ts'
