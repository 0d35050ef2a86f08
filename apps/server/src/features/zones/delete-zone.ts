import type { ZoneRemoval } from '@muster/contract/zone-changes.ts'
import { zoneDeletedNote } from '@muster/domain/zone-request.ts'
import type { Tx } from '../../db/database.ts'
import type { WriteContext } from '../../live/write.ts'
import { fail } from '../../rpc/fail.ts'
import { audit } from '../security/index.ts'
import { leftZone } from '../users/index.ts'
import { decideRequest } from './decide-request.ts'
import {
  countZoneRows,
  deleteMembers,
  deleteZoneRow,
  deleteZoneRows,
  hasOpenEmergency,
  lockStates,
  lockZone,
  zoneCascade,
} from './zone-cascade.queries.ts'
import { zonesEvents } from './zones.events.ts'
import { lockOpenRequest, requireZone } from './zones.queries.ts'

type RemovedRecords = ZoneRemoval['removes']

/** Runs as the database owner, because row-level security would hide some rows from the actor. */
export async function previewRemoval(tx: Tx, zoneId: string): Promise<ZoneRemoval> {
  const { name } = await requireZone(tx, zoneId)
  const removedRecords: RemovedRecords = []
  for (const step of zoneCascade) {
    const count = await countZoneRows(tx, step, zoneId)
    if (count > 0) removedRecords.push({ what: step.what, count })
  }
  return { zoneId, name, removes: removedRecords }
}

/** Deletes the zone like `removeZone`, and logs a security event that lists what was removed. */
export async function deleteZone(
  writeContext: WriteContext,
  zoneId: string,
  actorId: string,
): Promise<ZoneRemoval> {
  const removal = await removeZone(writeContext, zoneId)
  await audit(writeContext.tx, 'zone_deleted:one', {
    actorId,
    zoneId,
    name: removal.name,
    removed: Object.fromEntries(removal.removes.map(({ what, count }) => [what, count])),
  })
  return removal
}

/** Deletes several zones, each like `removeZone`, and logs one security event. */
export async function deleteZones(
  writeContext: WriteContext,
  zoneIds: readonly string[],
  actorId: string,
  metadata: Readonly<Record<string, unknown>>,
): Promise<void> {
  for (const zoneId of zoneIds) await removeZone(writeContext, zoneId)
  await audit(writeContext.tx, 'zone_deleted:several', { actorId, ...metadata, zoneIds })
}

/**
 * In the order of `zoneCascade`. Alerts members and rejects an open request. Throws EMERGENCY_OPEN while people are being accounted
 * for; ended ones stay. Requires the database owner role.
 */
async function removeZone(writeContext: WriteContext, zoneId: string): Promise<ZoneRemoval> {
  const { tx, publish } = writeContext
  const { name } = await requireZone(tx, zoneId)
  if (await hasOpenEmergency(tx, zoneId)) throw fail('EMERGENCY_OPEN')
  // Lock the request before the zone, as deciding the request does.
  const request = await lockOpenRequest(tx, zoneId)
  // Lock the states before the zone, as the check writer does; the other order could deadlock with a check.
  const removedRecords: RemovedRecords = []
  const stateCount = await lockStates(tx, zoneId)
  for (const step of zoneCascade) {
    const removedCount =
      step.what === 'members'
        ? await removeMembers(writeContext, zoneId)
        : await deleteZoneRows(tx, step, zoneId)
    // Deleting the memberships has already removed the states, so use the number that was locked.
    const count = step.what === 'states' ? stateCount : removedCount
    if (count > 0) removedRecords.push({ what: step.what, count })
  }
  if (request)
    await decideRequest(writeContext, request.id, {
      decision: 'refused',
      note: zoneDeletedNote,
      decidedBy: null,
    })
  // An emergency may have been declared meanwhile. Without its zone, it would call everybody in all zones.
  await lockZone(tx, zoneId)
  if (await hasOpenEmergency(tx, zoneId)) throw fail('EMERGENCY_OPEN')
  await deleteZoneRow(tx, zoneId)
  publish(zonesEvents, { kind: 'zone.removed', zoneId })
  return { zoneId, name, removes: removedRecords }
}

/** Removes and alerts all members; returns how many there were. */
async function removeMembers({ tx, alert }: WriteContext, zoneId: string): Promise<number> {
  const endedMemberships = await deleteMembers(tx, zoneId)
  // Without a zone id, so that the alerts outlive the zone.
  for (const membership of endedMemberships) alert({ ...leftZone(membership), zoneId: null })
  return endedMemberships.length
}
