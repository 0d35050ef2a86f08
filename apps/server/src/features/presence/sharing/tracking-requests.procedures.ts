import { mayInZone } from '@muster/domain/zone-permission.ts'
import { api, inZone, signedIn } from '../../../rpc/base.ts'
import { fail } from '../../../rpc/fail.ts'
import { answerRequest, requestTracking, withdrawRequest } from './request-tracking.ts'
import { isMember } from './sharing.queries.ts'
import { listRequests } from './tracking-requests.queries.ts'

/**
 * Procedures to request a person's position in a zone, and to answer and withdraw requests. Members can make a request for
 * themselves, and managers for any member.
 */
export const trackingRequestsProcedures = {
  requestTracking: api.presence.requestTracking
    .use(inZone('request_location_tracking'))
    .handler(async ({ context, input }) => {
      const { tx, actor, zone } = context
      const userId = input.userId ?? actor.userId
      if (userId !== actor.userId && !mayInZone(zone, 'track_live_locations')) throw fail('FORBIDDEN')
      if (!(await isMember(tx, userId, zone.id))) throw fail('NOT_ASSIGNED')
      const request = { userId, zoneId: zone.id, requestedBy: actor.userId }
      return { requestId: await requestTracking(context, request) }
    }),

  trackingRequests: api.presence.trackingRequests
    .use(signedIn())
    .handler(async ({ context: { tx } }) => ({ requests: await listRequests(tx) })),

  answerTrackingRequest: api.presence.answerTrackingRequest
    .use(signedIn())
    .handler(async ({ context, input: { requestId, accept } }) => {
      const status = accept ? 'accepted' : 'declined'
      await answerRequest(context, context.actor.userId, { requestId, status })
      return { status }
    }),

  withdrawTrackingRequest: api.presence.withdrawTrackingRequest
    .use(signedIn())
    .handler(async ({ context, input: { requestId } }) => {
      await withdrawRequest(context, context.actor.userId, requestId)
      return { status: 'withdrawn' as const }
    }),
}
