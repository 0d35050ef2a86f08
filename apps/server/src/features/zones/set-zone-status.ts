import type { ZoneStatus } from '@muster/domain/zone.ts'
import type { Tx } from '../../db/database.ts'
import { appendSecurityEvent } from '../security/index.ts'
import { requireZone, setStatus, type ZoneRow } from './zones.queries.ts'

/** Sets the status of a zone; members of one that is suspended hear no more of it. Setting what it is already says nothing. */
export async function setZoneStatus(
  tx: Tx,
  zoneId: string,
  status: ZoneStatus,
  actorId: string,
): Promise<ZoneRow> {
  if (await setStatus(tx, zoneId, status))
    await appendSecurityEvent(tx, {
      type: 'zone_status_changed',
      description: `A zone was set to ${status}.`,
      actorId,
      affectedUserId: null,
      severity: 'info',
      metadata: { zoneId, status },
    })
  return requireZone(tx, zoneId)
}
