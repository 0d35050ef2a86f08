import { badgeDirections } from '@muster/domain/badge.ts'
import { z } from 'zod'
import { id, instant } from './ids.ts'

export const badgesEvents = [
  /** Badges of the zone were read or assigned. Sent once for each request of a reader, however many events it has. */
  z.object({ kind: z.literal('badge.changed'), zoneId: id }),
  /**
   * A badge was read. One for each event that was stored, for webhooks: sent only while one receives them. `latest` is false if a later
   * reading of the badge was known already.
   */
  z.object({
    kind: z.literal('badge.read'),
    zoneId: id,
    number: z.string(),
    direction: z.enum(badgeDirections),
    at: instant,
    reader: z.string(),
    accountId: id.nullable(),
    /** The name of a holder without an account; null for members, and for a number that is assigned to nobody. */
    name: z.string().nullable(),
    latest: z.boolean(),
  }),
  /** A key for badge readers was added or removed, or the time for which events are kept changed. */
  z.object({ kind: z.literal('badge_key.changed'), zoneId: id }),
] as const
