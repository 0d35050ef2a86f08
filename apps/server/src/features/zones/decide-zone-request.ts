import { isOpenRequest, type ZoneDecision } from '@muster/domain/zone-request.ts'
import type { WriteContext } from '../../live/write.ts'
import { fail } from '../../rpc/fail.ts'
import { audit } from '../security/index.ts'
import { decideRequest } from './decide-request.ts'
import { deleteZone } from './delete-zone.ts'
import { setZoneStatus } from './set-zone-status.ts'
import { zoneRequestedAlert } from './zone-requests.alerts.ts'
import { type LockedRequest, writeResubmission, writeWithdrawal } from './zone-requests.queries.ts'

type Decision = { readonly decision: ZoneDecision; readonly note: string }

/** Runs as the owner; approval opens the zone, refusal deletes it. Throws ZONE_REQUEST_DECIDED, ORGANISATION_SUSPENDED. */
export async function decideZoneRequest(
  writeContext: WriteContext,
  request: LockedRequest,
  { decision, note }: Decision,
  actorId: string,
): Promise<void> {
  // A returned request can also be decided if its author was deleted or has left the organisation, because nobody can resubmit it.
  const isOpen = request.status === 'pending' || (request.status === 'returned' && !request.asker_belongs)
  if (!isOpen) throw fail('ZONE_REQUEST_DECIDED')
  await decideRequest(writeContext, request.id, { decision, note, decidedBy: actorId })
  await audit(writeContext.tx, 'zone_request_decided', {
    actorId,
    aboutId: request.requested_by,
    zoneRequestId: request.id,
    zoneId: request.zone_id,
    decision,
  })
  if (request.zone_id === null) return
  if (decision === 'approved') await setZoneStatus(writeContext, request.zone_id, 'active', actorId)
  if (decision === 'refused') await deleteZone(writeContext, request.zone_id, actorId)
}

/** Resubmits a returned request and alerts the people who decide. Throws ZONE_REQUEST_DECIDED if it is not returned. */
export async function resubmitZoneRequest(
  { tx, alert }: WriteContext,
  { id, status }: LockedRequest,
  note: string,
): Promise<void> {
  if (status !== 'returned') throw fail('ZONE_REQUEST_DECIDED')
  alert(zoneRequestedAlert(await writeResubmission(tx, id, note), { again: true }))
}

/** Withdraws an open request and deletes its zone. Throws ZONE_REQUEST_DECIDED. */
export async function withdrawZoneRequest(
  writeContext: WriteContext,
  request: LockedRequest,
  actorId: string,
): Promise<void> {
  if (!isOpenRequest(request.status)) throw fail('ZONE_REQUEST_DECIDED')
  await writeWithdrawal(writeContext.tx, request.id)
  if (request.zone_id !== null) await deleteZone(writeContext, request.zone_id, actorId)
}
