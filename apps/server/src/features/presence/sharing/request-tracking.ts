import type { TrackingRequest } from '@muster/contract/tracking-requests.ts'
import { DAY_MS } from '@muster/domain/time-units.ts'
import type { Tx } from '../../../db/database.ts'
import type { WriteContext } from '../../../live/write.ts'
import { fail } from '../../../rpc/fail.ts'
import { sharingEvents } from './sharing.events.ts'
import { positionRequested, requestAnswered } from './tracking-requests.alerts.ts'
import {
  findOpenRequest,
  findOrInsertRequest,
  findRequest,
  finishRequest,
  listRecentRequestTimes,
  readRequest,
  type TrackingRequestKey,
} from './tracking-requests.queries.ts'

/** Maximum requests a day by one person to another in one zone. */
const maxRequestsPerDay = 5

/** Returns the id of the new request, or of the one that is already open. Throws TOO_MANY_REQUESTS. */
export async function requestTracking(
  write: WriteContext,
  trackingRequest: TrackingRequestKey,
): Promise<string> {
  const openRequestId = await findOpenRequest(write.tx, trackingRequest)
  if (openRequestId) return openRequestId
  // Each request notifies the other person, so repeated requests and withdrawals must not flood their alerts.
  const requestLimit = maxRequestsPerDay
  const recentTimes = await listRecentRequestTimes(write.tx, trackingRequest, requestLimit)
  const oldestTime = recentTimes.at(-1)
  if (oldestTime && recentTimes.length === requestLimit)
    throw fail('TOO_MANY_REQUESTS', { retryAt: new Date(oldestTime.getTime() + DAY_MS).toISOString() })
  const { id, isNew } = await findOrInsertRequest(write.tx, trackingRequest)
  if (isNew) {
    const request = await announceRequest(write, id)
    if (trackingRequest.userId !== trackingRequest.requestedBy) write.alert(positionRequested(request))
  }
  return id
}

/** For a request made to the actor, or that they may answer as a manager. Throws NOT_FOUND, FORBIDDEN or REQUEST_ANSWERED. */
export async function answerRequest(
  write: WriteContext,
  actorId: string,
  { requestId, status }: { requestId: string; status: 'accepted' | 'declined' },
): Promise<void> {
  const request = await findRequest(write.tx, requestId)
  if (request?.status === 'pending' && request.requested_by === actorId) throw fail('FORBIDDEN')
  if (!(await finishRequest(write.tx, requestId, status))) throw await explainRefusal(write.tx, requestId)
  write.alert(requestAnswered(await announceRequest(write, requestId)))
}

/** Withdraws the actor's own request. Throws NOT_FOUND, FORBIDDEN or REQUEST_ANSWERED. */
export async function withdrawRequest(
  write: WriteContext,
  actorId: string,
  requestId: string,
): Promise<void> {
  const request = await findRequest(write.tx, requestId)
  if (request?.status === 'pending' && request.requested_by !== actorId) throw fail('FORBIDDEN')
  if (!(await finishRequest(write.tx, requestId, 'withdrawn')))
    throw await explainRefusal(write.tx, requestId)
  await announceRequest(write, requestId)
}

/** Publishes the request's current state and returns it. */
async function announceRequest({ tx, publish }: WriteContext, requestId: string): Promise<TrackingRequest> {
  const request = await readRequest(tx, requestId)
  const { zoneId, userId } = request
  publish(sharingEvents, { kind: 'tracking_request.changed', zoneId, userId, request })
  return request
}

/** Returns the error that explains why a request could not be settled. */
async function explainRefusal(tx: Tx, requestId: string) {
  const request = await findRequest(tx, requestId)
  if (!request) return fail('NOT_FOUND')
  return fail(request.status === 'pending' ? 'FORBIDDEN' : 'REQUEST_ANSWERED')
}
