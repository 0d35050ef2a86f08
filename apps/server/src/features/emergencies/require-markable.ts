import { sql } from 'kysely'
import type { Tx } from '../../db/database.ts'
import { fail } from '../../rpc/fail.ts'
import type { ManagedEmergency } from './emergencies.policy.ts'
import { isBeforeAllClear } from './require-before-all-clear.ts'

type Mark = { readonly personIds: readonly string[]; readonly at: Date }

/**
 * Throws EMERGENCY_PERSON_NOT_FOUND unless all are on the roll in the caller's zones, and EMERGENCY_ENDED for earlier marks over a
 * day late. Captains mark until the all clear; a manager's later mark is a correction.
 */
export async function requireMarkable(
  tx: Tx,
  { id, may_mark_all, marked_zone_ids, captain_zone_ids, all_clear_at }: ManagedEmergency,
  { personIds, at }: Mark,
): Promise<void> {
  const isInTime = isBeforeAllClear({ all_clear_at }, at)
  if (!isInTime && all_clear_at !== null && at <= all_clear_at) throw fail('EMERGENCY_ENDED')
  if (may_mark_all) return
  const zoneIds = isInTime ? marked_zone_ids : marked_zone_ids.filter(it => !captain_zone_ids.includes(it))
  const { rows } = await sql<{ count: string }>`
    select count(*) from emergency_people
    where emergency_id = ${id} and id = any(${[...personIds]}::uuid[]) and zone_id = any(${[...zoneIds]}::uuid[])`.execute(
    tx,
  )
  if (Number(rows[0]?.count) !== new Set(personIds).size) throw fail('EMERGENCY_PERSON_NOT_FOUND')
}
