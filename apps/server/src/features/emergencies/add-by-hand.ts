import { limits } from '@muster/domain/limits.ts'
import type { WriteContext } from '../../live/write.ts'
import { fail } from '../../rpc/fail.ts'
import { publishProgress } from './emergencies.events.ts'
import type { ManagedEmergency } from './emergencies.policy.ts'
import { listZoneIds } from './emergency-zones.queries.ts'
import { countByHand, findByRequest, insertByHand, lockOpen } from './roll.queries.ts'

type AddedForm = {
  readonly zoneId?: string | undefined
  readonly name: string
  readonly phone: string
  readonly requestId: string
  readonly addedBy: string
}

/**
 * Adds somebody to the roll by hand; a repeated request returns the same row. Throws ZONE_NOT_FOUND, EMERGENCY_ENDED or
 * EMERGENCY_ROLL_FULL. Runs as the database owner.
 */
export async function addByHand(
  context: WriteContext,
  emergency: ManagedEmergency,
  { zoneId: wantedZoneId, ...form }: AddedForm,
): Promise<string> {
  const { tx } = context
  const zoneId = findZone(emergency, wantedZoneId, await listZoneIds(tx, emergency.id))
  const existing = await findByRequest(tx, emergency.id, form.requestId)
  if (existing) return existing.id
  if (!(await lockOpen(tx, emergency.id))) throw fail('EMERGENCY_ENDED')
  if ((await countByHand(tx, emergency.id)) >= limits.emergencyAddedMost) throw fail('EMERGENCY_ROLL_FULL')
  const inserted = await insertByHand(tx, {
    ...form,
    emergencyId: emergency.id,
    zoneId,
  })
  publishProgress(context, emergency, [zoneId])
  const row = inserted ?? (await findByRequest(tx, emergency.id, form.requestId))
  if (!row) throw fail('EMERGENCY_NOT_FOUND')
  return row.id
}

/**
 * Returns the zone in which the person counts: the given one, or the only one that the caller manages. Administrators may leave it open.
 * Throws ZONE_NOT_FOUND for a zone in which the caller may not mark people.
 */
function findZone(
  { scope, zone_id, may_mark_all, marked_zone_ids }: ManagedEmergency,
  wantedZoneId: string | undefined,
  zoneIds: readonly string[],
): string | null {
  const [onlyZoneId, ...otherZoneIds] = marked_zone_ids
  if (wantedZoneId !== undefined) {
    if ((may_mark_all ? zoneIds : marked_zone_ids).includes(wantedZoneId)) return wantedZoneId
    throw fail('ZONE_NOT_FOUND')
  }
  if (scope === 'zone' || may_mark_all) return zone_id
  if (onlyZoneId === undefined || otherZoneIds.length > 0) throw fail('ZONE_NOT_FOUND')
  return onlyZoneId
}
