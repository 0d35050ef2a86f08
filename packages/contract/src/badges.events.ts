import { z } from 'zod'
import { id } from './ids.ts'

export const badgesEvents = [
  /** Badges of the zone were read or assigned. Sent once for each request of a reader, however many events it has. */
  z.object({ kind: z.literal('badge.changed'), zoneId: id }),
  /** A key for badge readers was added or removed, or the time for which events are kept changed. */
  z.object({ kind: z.literal('badge_key.changed'), zoneId: id }),
] as const
