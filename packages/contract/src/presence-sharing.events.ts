import { z } from 'zod'
import { id } from './ids.ts'
import { sharing } from './presence-sharing.ts'
import { trackingRequest } from './tracking-requests.ts'

export const presenceSharingEvents = [
  /** Somebody started, paused, resumed or stopped sharing their position in a zone. */
  z.object({
    kind: z.literal('presence.sharing'),
    zoneId: id,
    userId: id,
    change: z.enum(['started', 'paused', 'resumed', 'ended']),
    /** Null once sharing has ended. Only the person themselves can see the session. */
    sharing: sharing.omit({ zoneId: true }).extend({ sessionId: id.nullable() }).nullable(),
  }),
  /** A position was requested, or a request was answered. */
  z.object({ kind: z.literal('tracking_request.changed'), zoneId: id, userId: id, request: trackingRequest }),
] as const
