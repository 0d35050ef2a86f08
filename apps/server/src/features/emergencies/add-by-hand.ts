import { limits } from '@muster/domain/limits.ts'
import type { WriteContext } from '../../live/write.ts'
import type { CallInput } from '../../rpc/call-input.ts'
import { fail } from '../../rpc/fail.ts'
import { callAdded } from './call-added.ts'
import { mayMark } from './claim-guards.ts'
import { publishProgress } from './emergencies.events.ts'
import type { ManagedEmergency } from './emergencies.policy.ts'
import { listZoneIds } from './emergency-zones.queries.ts'
import {
  countByHand,
  findByRequest,
  findByUser,
  insertByHand,
  insertMember,
  lockOpen,
} from './roll.queries.ts'

type AddedForm = Omit<CallInput<'emergencies', 'addPerson'>, 'emergencyId'> & { readonly addedBy: string }

/** Repeatable; a member is called too. Throws ZONE_NOT_FOUND, EMERGENCY_ENDED, EMERGENCY_ROLL_FULL, EMERGENCY_PERSON_NOT_FOUND. */
export async function addByHand(
  context: WriteContext,
  emergency: ManagedEmergency,
  { zoneId: wantedZoneId, userId, ...form }: AddedForm,
): Promise<string> {
  const { tx } = context
  const zoneIds = await listZoneIds(tx, emergency.id)
  const zoneId = findZone(emergency, wantedZoneId, zoneIds)
  const existing = await findByRequest(tx, emergency.id, form.requestId)
  if (existing) return existing.id
  const open = await lockOpen(tx, emergency.id)
  if (!open) throw fail('EMERGENCY_ENDED')
  if (userId !== undefined) {
    const member = { userId, zoneIds: zoneId === null ? zoneIds : [zoneId] }
    if (await insertMember(tx, emergency.id, { ...form, ...member })) {
      await callAdded(context, open, [userId])
      publishProgress(context, emergency, [zoneId])
    }
    const row = await findByUser(tx, emergency.id, userId)
    // Somebody who is on the roll in a zone of others stays hidden, as if they were no member.
    if (!row || !mayMark(emergency, row.zone_id)) throw fail('EMERGENCY_PERSON_NOT_FOUND')
    return row.id
  }
  if ((await countByHand(tx, emergency.id)) >= limits.emergencyAddedMost) throw fail('EMERGENCY_ROLL_FULL')
  const { name, phone, requestId, addedBy } = form
  const inserted = await insertByHand(tx, {
    ...{ emergency_id: emergency.id, zone_id: zoneId, name, phone },
    ...{ request_id: requestId, added_by: addedBy },
  })
  publishProgress(context, emergency, [zoneId])
  const row = inserted ?? (await findByRequest(tx, emergency.id, form.requestId))
  if (!row) throw fail('EMERGENCY_NOT_FOUND')
  return row.id
}

/** The only zone the caller manages, if none is given. Administrators may leave it open. Throws ZONE_NOT_FOUND. */
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
