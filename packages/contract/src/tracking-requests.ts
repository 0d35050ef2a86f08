import { limits } from '@muster/domain/limits.ts'
import { z } from 'zod'
import { callsTagged } from './base.ts'
import { pick } from './errors.ts'
import { id, instant } from './ids.ts'

const { signedIn, inZone } = callsTagged('presence')

export const trackingRequestStatuses = ['pending', 'accepted', 'declined', 'withdrawn'] as const

/** A person's own (`requestedBy` is `userId`) is answered by a manager of the zone; a manager's by the member. */
export const trackingRequest = z.object({
  id,
  zoneId: id,
  zoneName: z.string(),
  userId: id,
  userName: z.string(),
  requestedBy: id,
  requestedByName: z.string(),
  status: z.enum(trackingRequestStatuses),
  createdAt: instant,
  /** When the request was answered or withdrawn. */
  answeredAt: instant.nullable(),
})
export type TrackingRequest = z.infer<typeof trackingRequest>

export const trackingRequests = {
  /** For the caller or, with `userId`, a member of the zone. Returns the existing request if it is still open. */
  requestTracking: inZone(
    'POST /zones/{zoneId}/tracking-requests',
    'request_location_tracking',
    'Request location tracking',
  )
    .input(z.strictObject({ zoneId: id, userId: id.optional() }))
    .output(z.object({ requestId: id }))
    .errors(pick('NOT_ASSIGNED')),
  /** Those the caller made, received, or may answer. Open requests come first; settled ones are listed for a week. */
  trackingRequests: signedIn(
    'GET /presence/tracking-requests',
    'list_location_tracking_requests',
    'List requests for location tracking',
  ).output(z.object({ requests: z.array(trackingRequest).max(limits.trackingRequestsMost) })),
  answerTrackingRequest: signedIn(
    'POST /presence/tracking-requests/{requestId}/answer',
    'answer_location_tracking_request',
    'Answer a request for location tracking',
  )
    .input(z.strictObject({ requestId: id, accept: z.boolean() }))
    .output(z.object({ status: z.enum(['accepted', 'declined']) }))
    .errors(pick('NOT_FOUND', 'REQUEST_ANSWERED')),
  /** Withdraws an open request that the caller made. */
  withdrawTrackingRequest: signedIn(
    'DELETE /presence/tracking-requests/{requestId}',
    'withdraw_location_tracking_request',
    'Withdraw a request for location tracking',
  )
    .input(z.strictObject({ requestId: id }))
    .output(z.object({ status: z.literal('withdrawn') }))
    .errors(pick('NOT_FOUND', 'REQUEST_ANSWERED')),
}
