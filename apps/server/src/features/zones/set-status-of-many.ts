import type { ZonesStatusResult } from '@muster/contract/zone-lists.ts'
import type { ZoneStatus } from '@muster/domain/zone.ts'
import { ORPCError } from '@orpc/server'
import { toUndoSteps } from '../../lib/to-undo-steps.ts'
import type { WriteContext } from '../../live/write.ts'
import { changeZoneStatus, noteZoneStatus } from './set-zone-status.ts'
import { findZones, lockZonesForStatus, type ZoneRow } from './zones.queries.ts'

type Refusal = ZonesStatusResult['refused'][number]['reason']

/** The refusals of `setZoneStatus` that come before it writes anything, so that the other zones can still be changed. */
const refusalReasons: Partial<Record<string, Refusal>> = {
  ZONE_REQUEST_OPEN: 'open_request',
  ORGANISATION_SUSPENDED: 'organisation_suspended',
}

/** Sets the status of several zones, each as `setZoneStatus` does, and notes it once. Zones that cannot be changed do not affect the others. */
export async function setStatusOfMany(
  writeContext: WriteContext,
  zoneIds: readonly string[],
  status: ZoneStatus,
  actorId: string,
): Promise<ZonesStatusResult> {
  const { tx } = writeContext
  const existingIds = await lockZonesForStatus(tx, zoneIds)
  const result: ZonesStatusResult = {
    changed: 0,
    unchanged: 0,
    refused: zoneIds
      .filter(zoneId => !existingIds.includes(zoneId))
      .map(zoneId => ({ zoneId, reason: 'gone' })),
    undo: [],
  }
  const changedZones: ZoneRow[] = []
  const restorable: { id: string; to: 'active' | 'suspended' }[] = []
  const zones = (await findZones(tx, existingIds)).toSorted((a, b) => a.name.localeCompare(b.name))
  for (const zone of zones) {
    const zoneId = zone.id
    if (zone.status === status) {
      result.unchanged++
      continue
    }
    try {
      const before = await changeZoneStatus(writeContext, zoneId, status, actorId)
      changedZones.push(zone)
      if (before && before !== 'pending') restorable.push({ id: zoneId, to: before })
    } catch (error) {
      const reason = error instanceof ORPCError ? refusalReasons[error.code] : undefined
      if (!reason) throw error
      result.refused.push({ zoneId, reason })
    }
  }
  await noteZoneStatus(tx, changedZones, status, actorId)
  return { ...result, changed: changedZones.length, undo: toUndoSteps(restorable) }
}
