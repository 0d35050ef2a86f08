import { sql } from 'kysely'
import type { Audience } from '../../live/write.ts'

/** Those who may correct the attendance of a zone, but for one person: its members, else the administrators of all zones. */
export const attendanceKeepers = (zoneId: string, butNot: string): Audience =>
  sql<string[]>`attendance_keepers(${zoneId}, ${butNot})`
