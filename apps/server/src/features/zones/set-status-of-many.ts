import type { ManyZonesResult } from '@muster/contract/zone-lists.ts'
import type { ZoneStatus } from '@muster/domain/zone.ts'
import { ORPCError } from '@orpc/server'
import type { WriteContext } from '../../live/write.ts'
import { setZoneStatus } from './set-zone-status.ts'
import { findZones, lockZonesForStatus } from './zones.queries.ts'

type Refusal = ManyZonesResult['refused'][number]['reason']

/** The refusals of `setZoneStatus` that come before it writes anything, so that the other zones can still be changed. */
const refusalReasons: Partial<Record<string, Refusal>> = {
  ZONE_REQUEST_OPEN: 'open_request',
  ORGANISATION_SUSPENDED: 'organisation_suspended',
}

/** Sets the status of several zones, each as `setZoneStatus` does. Zones that cannot be changed do not affect the others. */
export async function setStatusOfMany(
  writeContext: WriteContext,
  zoneIds: readonly string[],
  status: ZoneStatus,
  actorId: string,
): Promise<ManyZonesResult> {
  const { tx } = writeContext
  const existingIds = await lockZonesForStatus(tx, zoneIds)
  const result: ManyZonesResult = {
    changed: 0,
    unchanged: 0,
    refused: zoneIds
      .filter(zoneId => !existingIds.includes(zoneId))
      .map(zoneId => ({ zoneId, reason: 'gone' })),
  }
  const statuses = new Map((await findZones(tx, existingIds)).map(zone => [zone.id, zone.status]))
  for (const zoneId of existingIds) {
    if (statuses.get(zoneId) === status) {
      result.unchanged++
      continue
    }
    try {
      await setZoneStatus(writeContext, zoneId, status, actorId)
      result.changed++
    } catch (error) {
      const reason = error instanceof ORPCError ? refusalReasons[error.code] : undefined
      if (!reason) throw error
      result.refused.push({ zoneId, reason })
    }
  }
  return result
}
