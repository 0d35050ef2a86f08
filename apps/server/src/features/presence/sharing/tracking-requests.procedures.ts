import { can } from '@muster/domain/permission.ts'
import { api, inZone, signedIn } from '../../../rpc/base.ts'
import { fail } from '../../../rpc/fail.ts'
import { isMemberOf } from './sharing.queries.ts'
import { answerRequest, findRequest, listRequests, putRequest } from './tracking-requests.queries.ts'

/** Asking for somebody's position in a zone: for oneself, or as a manager of a member; and the answers. */
export const trackingRequestsProcedures = {
  requestTracking: api.presence.requestTracking
    .use(inZone('request_location_tracking'))
    .handler(async ({ context: { tx, actor, zone }, input }) => {
      const userId = input.userId ?? actor.userId
      if (userId !== actor.userId && !can(zone.role, 'track_live_locations')) throw fail('FORBIDDEN')
      if (!(await isMemberOf(tx, userId, zone.id))) throw fail('NOT_ASSIGNED')
      return { requestId: await putRequest(tx, { userId, zoneId: zone.id, requestedBy: actor.userId }) }
    }),

  trackingRequests: api.presence.trackingRequests
    .use(signedIn())
    .handler(async ({ context: { tx } }) => ({ requests: await listRequests(tx) })),

  answerTrackingRequest: api.presence.answerTrackingRequest
    .use(signedIn())
    .handler(async ({ context: { tx }, input: { requestId, accept } }) => {
      const status = accept ? 'accepted' : 'declined'
      if (await answerRequest(tx, requestId, status)) return { status }
      const request = await findRequest(tx, requestId)
      if (!request) throw fail('NOT_FOUND')
      throw fail(request.status === 'pending' ? 'FORBIDDEN' : 'REQUEST_ANSWERED')
    }),
}
