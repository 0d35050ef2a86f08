import { z } from 'zod'
import { id } from './ids.ts'
import { insideParts } from './inside-parts.ts'

export const zonesEvents = [
  z.object({ kind: z.literal('zone.created'), zoneId: id }),
  z.object({ kind: z.literal('zone.changed'), zoneId: id }),
  /** The zone was closed to its members, who receive no further events. */
  z.object({ kind: z.literal('zone.suspended'), zoneId: id }),
  z.object({ kind: z.literal('zone.removed'), zoneId: id }),
  /** A session must enter the zone with the PIN again. */
  z.object({ kind: z.literal('entry.ended'), userId: id, zoneId: id, sessionId: id }),
  /** The person starred or unstarred the zone. */
  z.object({ kind: z.literal('zone.starred'), userId: id, zoneId: id }),
  /** The current number of people inside. `parts` is null for those who may not see who is inside. */
  z.object({
    kind: z.literal('zone.occupancy'),
    zoneId: id,
    currentOccupancy: z.int().min(0),
    parts: insideParts.nullable(),
  }),
  /** The number of people inside who were not seen lately, and those of them by badge. */
  z.object({
    kind: z.literal('zone.unseen'),
    zoneId: id,
    unseenOccupancy: z.int().min(0),
    unseenByBadge: z.int().min(0),
  }),
  /** A person whose PIN is locked asked the people who may reset PINs in the zone for a reset. */
  z.object({ kind: z.literal('pin.reset_asked'), zoneId: id, userId: id, userName: z.string() }),
] as const
