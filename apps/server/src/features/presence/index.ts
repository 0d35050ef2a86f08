/** What other doors may do with positions. */
export {
  type HoldDeps,
  type HoldResult,
  holdForAllZones,
  onlyWhoOwesLittle,
  requireLittleOwed,
} from './ingest.ts'
