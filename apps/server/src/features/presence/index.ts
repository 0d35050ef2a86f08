/** What other doors may do with positions. */
export { type HoldDeps, holdForAllZones } from './ingest.ts'
