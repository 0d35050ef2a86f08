/** The position API for other endpoints. */

export {
  acceptForAllZones as holdForAllZones,
  type RecordingDeps as HoldDeps,
  type ReadingResult as HoldResult,
  createCapacityHook as hasCapacity,
  requireCapacity as requireLittleOwed,
} from './ingest.ts'
export { hiddenName } from './presence.queries.ts'
export { retentionStart as keptSince } from './retention-start.ts'
export { isMember as isMemberOf } from './sharing/sharing.queries.ts'
export { isUnseen, knownUntil, lastSeenInVisit } from './visit-people.sql.ts'
