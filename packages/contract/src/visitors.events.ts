import { z } from 'zod'
import { id } from './ids.ts'

export const visitorsEvents = [
  /** A visitor was announced, signed in or signed out, or kiosks, poster or settings of a zone's visitors changed. */
  z.object({
    kind: z.literal('visitors.changed'),
    zoneId: id,
    hostId: id.nullable(),
    /** Set if a visitor signed in or was signed out. Webhooks read the rest of the visit when they send it. */
    visitId: id.optional(),
    change: z.enum(['signed_in', 'signed_out']).optional(),
  }),
] as const
