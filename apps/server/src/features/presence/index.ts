/** What other doors may do with positions. */

export {
  type HoldDeps,
  type HoldResult,
  hasCapacity,
  holdForAllZones,
  requireLittleOwed,
} from './ingest.ts'
export { keptSince } from './kept-since.ts'
export { presencePersonalData } from './presence.personal-data.ts'
export { hiddenName } from './presence.queries.ts'
export { isMemberOf } from './sharing/sharing.queries.ts'
export { isUnseen, knownUntil, lastSeenInVisit } from './visit-people.sql.ts'
