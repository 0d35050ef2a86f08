import { z } from 'zod'
import { id, instant } from './ids.ts'

export const presenceEvents = [
  z.object({
    kind: z.literal('presence.changed'),
    zoneId: id,
    userId: id,
    change: z.enum(['entered', 'left']),
    at: instant,
    entryTime: instant.nullable(),
    durationMinutes: z.int().nullable(),
  }),
  /** The newest readings of one batch in one zone; nobody went in or out by them. */
  z.object({
    kind: z.literal('presence.seen'),
    zoneId: id,
    seen: z.array(z.object({ userId: id, inside: z.boolean(), at: instant })),
  }),
] as const
