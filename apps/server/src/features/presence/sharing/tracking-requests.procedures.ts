import { limits } from '@muster/domain/limits.ts'
import { mayInZone } from '@muster/domain/zone-permission.ts'
import type { Tx } from '../../../db/database.ts'
import { api, inZone, signedIn } from '../../../rpc/base.ts'
import { fail } from '../../../rpc/fail.ts'
import { isMemberOf } from './sharing.queries.ts'
import {
  type Asked,
  findOpen,
  findRequest,
  listAskedLately,
  listRequests,
  putRequest,
  settleRequest,
} from './tracking-requests.queries.ts'

/** Asking for somebody's position in a zone: for oneself, or as a manager of a member; the answers, and taking it back. */
export const trackingRequestsProcedures = {
  requestTracking: api.presence.requestTracking
    .use(inZone('request_location_tracking'))
    .handler(async ({ context: { tx, actor, zone }, input }) => {
      const userId = input.userId ?? actor.userId
      if (userId !== actor.userId && !mayInZone(zone, 'track_live_locations')) throw fail('FORBIDDEN')
      if (!(await isMemberOf(tx, userId, zone.id))) throw fail('NOT_ASSIGNED')
      const asked = { userId, zoneId: zone.id, requestedBy: actor.userId }
      return { requestId: (await findOpen(tx, asked)) ?? (await askAnew(tx, asked)) }
    }),

  trackingRequests: api.presence.trackingRequests
    .use(signedIn())
    .handler(async ({ context: { tx } }) => ({ requests: await listRequests(tx) })),

  answerTrackingRequest: api.presence.answerTrackingRequest
    .use(signedIn())
    .handler(async ({ context: { tx, actor }, input: { requestId, accept } }) => {
      const status = accept ? 'accepted' : 'declined'
      const request = await findRequest(tx, requestId)
      if (request?.status === 'pending' && request.requested_by === actor.userId) throw fail('FORBIDDEN')
      if (await settleRequest(tx, requestId, status)) return { status }
      throw await whyNot(tx, requestId)
    }),

  withdrawTrackingRequest: api.presence.withdrawTrackingRequest
    .use(signedIn())
    .handler(async ({ context: { tx, actor }, input: { requestId } }) => {
      const status = 'withdrawn'
      const request = await findRequest(tx, requestId)
      if (request?.status === 'pending' && request.requested_by !== actor.userId) throw fail('FORBIDDEN')
      if (await settleRequest(tx, requestId, status)) return { status }
      throw await whyNot(tx, requestId)
    }),
}

const DAY = 86_400_000

/** Each one is told to the other side: whoever asks and withdraws over and over must not fill their list. */
async function askAnew(tx: Tx, asked: Asked): Promise<string> {
  const most = limits.trackingRequestsADay
  const lately = await listAskedLately(tx, asked, most)
  const oldest = lately.at(-1)
  if (oldest && lately.length === most)
    throw fail('TOO_MANY_REQUESTS', { retryAt: new Date(oldest.getTime() + DAY).toISOString() })
  return putRequest(tx, asked)
}

/** Of a request that could not be settled. */
async function whyNot(tx: Tx, requestId: string) {
  const request = await findRequest(tx, requestId)
  if (!request) return fail('NOT_FOUND')
  return fail(request.status === 'pending' ? 'FORBIDDEN' : 'REQUEST_ANSWERED')
}
