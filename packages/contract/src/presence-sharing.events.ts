import { z } from 'zod'
import { id } from './ids.ts'
import { sharing } from './presence-sharing.ts'
import { trackingRequest } from './tracking-requests.ts'

export const presenceSharingEvents = [
  /** Somebody began, paused, resumed or ended sharing their position in a zone. */
  z.object({
    kind: z.literal('presence.sharing'),
    zoneId: id,
    userId: id,
    change: z.enum(['started', 'paused', 'resumed', 'ended']),
    /** Null once it ended. From which session is for the person alone. */
    sharing: sharing.omit({ zoneId: true }).extend({ sessionId: id.nullable() }).nullable(),
  }),
  /** A position was asked for, or what was asked is answered. */
  z.object({ kind: z.literal('tracking_request.changed'), zoneId: id, userId: id, request: trackingRequest }),
] as const
