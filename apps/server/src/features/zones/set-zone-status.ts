import type { ZoneStatus } from '@muster/domain/zone.ts'
import type { WriteContext } from '../../live/write.ts'
import { fail } from '../../rpc/fail.ts'
import { appendSecurityEvent } from '../security/index.ts'
import { joinManagedZones } from '../users/index.ts'
import { decideRequest } from './decide-request.ts'
import {
  isOrganisationSuspended,
  lockOpenRequest,
  requireZone,
  updateStatus,
  type ZoneRow,
} from './zones.queries.ts'

/**
 * Sets the status of a zone; members of a suspended zone receive no more data from it. Activating a requested zone approves the
 * request and adds the managers of its organisation as members. Throws ZONE_REQUEST_OPEN when suspending a zone with an open
 * request. Throws ORGANISATION_SUSPENDED for any change while the organisation is suspended, because its zones stay closed.
 */
export async function setZoneStatus(
  writeContext: WriteContext,
  zoneId: string,
  status: ZoneStatus,
  actorId: string,
): Promise<ZoneRow> {
  const { tx } = writeContext
  const request = await lockOpenRequest(tx, zoneId)
  if (request && status === 'suspended') throw fail('ZONE_REQUEST_OPEN')
  if (await isOrganisationSuspended(tx, zoneId)) throw fail('ORGANISATION_SUSPENDED')
  if (request && status === 'active') {
    await decideRequest(writeContext, request.id, { decision: 'approved', note: '', decidedBy: actorId })
    await appendSecurityEvent(tx, {
      type: 'zone_request_decided',
      description: 'A zone request was approved.',
      actorId,
      affectedUserId: request.requested_by,
      severity: 'info',
      metadata: { zoneRequestId: request.id, zoneId, decision: 'approved' },
    })
  }
  const previousStatus = await updateStatus(tx, zoneId, status)
  if (previousStatus === 'pending') await joinManagedZones(writeContext, { zoneId })
  if (previousStatus)
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
