import { sql } from 'kysely'
import type { Audience } from '../../live/write.ts'

/**
 * The audience of the people who may correct a zone's attendance, except one person: the zone's members with the permission or,
 * if there are none, the administrators of all zones.
 */
export const toAttendanceManagers = (zoneId: string, excludedUserId: string): Audience =>
  sql<string[]>`attendance_keepers(${zoneId}, ${excludedUserId})`
