export { makeRollFile, readRollScope } from './exports/make-export.ts'
export {
  acceptForAllZones as holdForAllZones,
  type ReadingResult as HoldResult,
  type RecordingDeps as HoldDeps,
} from './ingest.ts'
export { hiddenPersonName as hiddenName } from './presence.queries.ts'
export type { Presence } from './presence.ts'
export { type ReadingDoor, readingDoors } from './reading-counts.ts'
export { retentionStart as keptSince } from './retention-start.ts'
export { isMember as isMemberOf } from './sharing/sharing.queries.ts'
export { isUnseen, knownUntil, lastSeenInVisit } from './visit-people.sql.ts'
