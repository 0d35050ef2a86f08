import { z } from 'zod'
import { id } from './ids.ts'

export const emergenciesEvents = [
  /** An emergency was declared or ended, or people were added to its roll. */
  z.object({
    kind: z.literal('emergency.changed'),
    /** Null for administrators, if the emergency concerns several zones. */
    zoneId: id.nullable(),
    emergencyId: id,
    drill: z.boolean(),
    state: z.enum(['open', 'ended']),
  }),
  /** The state of people on the roll changed. */
  z.object({ kind: z.literal('emergency.progress'), zoneId: id.nullable(), emergencyId: id }),
  /** The places where the zone's people meet changed. */
  z.object({ kind: z.literal('assembly_points.changed'), zoneId: id }),
  /** The captains of the zone changed. */
  z.object({ kind: z.literal('captains.changed'), zoneId: id }),
] as const
