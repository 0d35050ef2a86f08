import { isOpenRequest, type ZoneDecision } from '@muster/domain/zone-request.ts'
import type { Tx } from '../../db/database.ts'
import { fail } from '../../rpc/fail.ts'
import { appendSecurityEvent } from '../security/index.ts'
import { deleteZone, setZoneStatus } from '../zones/index.ts'
import {
  type LockedRequest,
  writeDecision,
  writeResubmission,
  writeWithdrawal,
} from './zone-requests.queries.ts'

type Decided = { readonly decision: ZoneDecision; readonly note: string }

/**
 * Approves, returns or refuses a pending request, in a transaction of the owner. The second of two concurrent decisions throws
 * ZONE_REQUEST_DECIDED. Throws ORGANISATION_SUSPENDED where an approved zone would not be open.
 */
export async function decideZoneRequest(
  tx: Tx,
  request: LockedRequest,
  { decision, note }: Decided,
  actorId: string,
): Promise<void> {
  // Nobody can resubmit a returned request whose author was deleted or has left the organisation.
  const waits = request.status === 'pending' || (request.status === 'returned' && !request.asker_belongs)
  if (!waits) throw fail('ZONE_REQUEST_DECIDED')
  await writeDecision(tx, request.id, { decision, note, decidedBy: actorId })
  await appendSecurityEvent(tx, {
    type: 'zone_request_decided',
    description: `A zone request was ${decision}.`,
    actorId,
    affectedUserId: request.requested_by,
    severity: 'info',
    metadata: { zoneRequestId: request.id, zoneId: request.zone_id, decision },
  })
  if (request.zone_id === null) return
  if (decision === 'approved') await setZoneStatus(tx, request.zone_id, 'active', actorId)
  if (decision === 'refused') await deleteZone(tx, request.zone_id, actorId)
}

/** Resubmits a returned request. Throws ZONE_REQUEST_DECIDED. */
export async function resubmitZoneRequest(tx: Tx, { id, status }: LockedRequest, note: string) {
  if (status !== 'returned') throw fail('ZONE_REQUEST_DECIDED')
  await writeResubmission(tx, id, note)
}

/** Withdraws an open request and deletes its zone. Throws ZONE_REQUEST_DECIDED. */
export async function withdrawZoneRequest(tx: Tx, request: LockedRequest, actorId: string): Promise<void> {
  if (!isOpenRequest(request.status)) throw fail('ZONE_REQUEST_DECIDED')
  await writeWithdrawal(tx, request.id)
  if (request.zone_id !== null) await deleteZone(tx, request.zone_id, actorId)
}
