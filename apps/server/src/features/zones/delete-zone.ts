import type { ZoneRemoval } from '@muster/contract/zone-changes.ts'
import type { Tx } from '../../db/database.ts'
import { appendEvents } from '../../live/append.ts'
import { announce } from '../../live/event-rules.ts'
import { appendSecurityEvent } from '../security/index.ts'
import { countOfZone, deleteZoneRow, lockStates, removeOfZone, zoneCascade } from './zone-cascade.queries.ts'
import { zonesEvents } from './zones.events.ts'
import { lockOpenRequest, requireZone } from './zones.queries.ts'

type Removes = ZoneRemoval['removes']

/** Previews what deleting the zone would remove now. As the owner, who sees every row. */
export async function previewRemoval(tx: Tx, zoneId: string): Promise<ZoneRemoval> {
  const { name } = await requireZone(tx, zoneId)
  const removes: Removes = []
  for (const part of zoneCascade) {
    const count = await countOfZone(tx, part, zoneId)
    if (count > 0) removes.push({ what: part.what, count })
  }
  return { zoneId, name, removes }
}

/**
 * Deletes the zone with everything in it, in the specified order, and logs one security event with what was removed. Open screens
 * are notified. In a transaction of the owner.
 */
export async function deleteZone(tx: Tx, zoneId: string, actorId: string): Promise<ZoneRemoval> {
  const { name } = await requireZone(tx, zoneId)
  // The same lock order as when it is decided.
  await lockOpenRequest(tx, zoneId)
  // The states first, like the check writer, which locks the zone afterwards: the other order could deadlock with a check.
  const removes: Removes = []
  const states = await lockStates(tx, zoneId)
  for (const part of zoneCascade) {
    const removed = await removeOfZone(tx, part, zoneId)
    // The members' states were deleted with their memberships.
    const count = part.what === 'states' ? states : removed
    if (count > 0) removes.push({ what: part.what, count })
  }
  await deleteZoneRow(tx, zoneId)
  await appendSecurityEvent(tx, {
    type: 'zone_deleted',
    description: 'A zone was deleted with everything in it.',
    actorId,
    affectedUserId: null,
    severity: 'medium',
    metadata: { zoneId, name, removed: Object.fromEntries(removes.map(({ what, count }) => [what, count])) },
  })
  await appendEvents(tx, announce(zonesEvents, { kind: 'zone.removed', zoneId }))
  return { zoneId, name, removes }
}
