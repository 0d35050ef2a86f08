/** What other doors may do with positions. */
export { type HoldDeps, holdForAllZones, payOnHeaders } from './ingest.ts'
