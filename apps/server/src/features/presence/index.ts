/** What other doors may do with positions. */
export { type HoldDeps, holdForAllZones, onlyWhoOwesLittle, requireLittleOwed } from './ingest.ts'
