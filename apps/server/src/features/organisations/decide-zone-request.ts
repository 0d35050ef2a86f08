import { isOpenRequest, type ZoneDecision } from '@muster/domain/zone-request.ts'
import type { Tx } from '../../db/database.ts'
import { fail } from '../../rpc/fail.ts'
import { appendSecurityEvent } from '../security/index.ts'
import { deleteZone, setZoneStatus } from '../zones/index.ts'
import {
  type LockedRequest,
  lockZoneRequest,
  writeDecision,
  writeResubmission,
  writeWithdrawal,
} from './zone-requests.queries.ts'

type Decided = { readonly decision: ZoneDecision; readonly note: string }

/**
 * Approves, returns or refuses a pending request, in a transaction of the owner; answers its zone. Of two who decide at once, the
 * second throws ZONE_REQUEST_DECIDED. Throws ORGANISATION_SUSPENDED where an approved zone would not be open.
 */
export async function decideZoneRequest(
  tx: Tx,
  requestId: string,
  { decision, note }: Decided,
  actorId: string,
): Promise<string | null> {
  const request = await lockZoneRequest(tx, requestId)
  if (!request) throw fail('ZONE_REQUEST_NOT_FOUND')
  // Nobody sends a returned request again once its asker was deleted or has left the organisation.
  const waits = request.status === 'pending' || (request.status === 'returned' && !request.asker_belongs)
  if (!waits) throw fail('ZONE_REQUEST_DECIDED')
  await writeDecision(tx, requestId, { decision, note, decidedBy: actorId })
  await appendSecurityEvent(tx, {
    type: 'zone_request_decided',
    description: `A zone request was ${decision}.`,
    actorId,
    affectedUserId: request.requested_by,
    severity: 'info',
    metadata: { zoneRequestId: requestId, zoneId: request.zone_id, decision },
  })
  if (request.zone_id === null) return null
  if (decision === 'approved') await setZoneStatus(tx, request.zone_id, 'active', actorId)
  if (decision === 'refused') await deleteZone(tx, request.zone_id, actorId)
  return request.zone_id
}

/**
 * Sends a returned request again. Throws ZONE_REQUEST_NOT_FOUND to all but its asker, and to an asker who has left the organisation, and
 * ZONE_REQUEST_DECIDED.
 */
export async function resubmitZoneRequest(tx: Tx, requestId: string, note: string, actorId: string) {
  const { status } = await lockOwn(tx, requestId, actorId)
  if (status !== 'returned') throw fail('ZONE_REQUEST_DECIDED')
  await writeResubmission(tx, requestId, note)
}

/** Takes an open request back, with its zone; answers that. Throws as `resubmitZoneRequest`. */
export async function withdrawZoneRequest(
  tx: Tx,
  requestId: string,
  actorId: string,
): Promise<string | null> {
  const request = await lockOwn(tx, requestId, actorId)
  if (!isOpenRequest(request.status)) throw fail('ZONE_REQUEST_DECIDED')
  await writeWithdrawal(tx, requestId)
  if (request.zone_id !== null) await deleteZone(tx, request.zone_id, actorId)
  return request.zone_id
}

async function lockOwn(tx: Tx, requestId: string, actorId: string): Promise<LockedRequest> {
  const request = await lockZoneRequest(tx, requestId)
  if (request?.requested_by !== actorId || !request.asker_belongs) throw fail('ZONE_REQUEST_NOT_FOUND')
  return request
}
