/** The position API for other endpoints. */

export {
  type HoldDeps,
  type HoldResult,
  hasCapacity,
  holdForAllZones,
  requireLittleOwed,
} from './ingest.ts'
export { keptSince } from './kept-since.ts'
export { hiddenName } from './presence.queries.ts'
export { isMember as isMemberOf } from './sharing/sharing.queries.ts'
export { isUnseen, knownUntil, lastSeenInVisit } from './visit-people.sql.ts'
