import { z } from 'zod'
import { id } from './ids.ts'

export const emergenciesEvents = [
  /** An emergency was declared or ended, or people were added to its roll. */
  z.object({
    kind: z.literal('emergency.changed'),
    /** Null means all zones. */
    zoneId: id.nullable(),
    emergencyId: id,
    drill: z.boolean(),
    state: z.enum(['open', 'ended']),
  }),
  /** The state of people on the roll changed. */
  z.object({ kind: z.literal('emergency.progress'), zoneId: id.nullable(), emergencyId: id }),
  /** The places where the zone's people meet changed. */
  z.object({ kind: z.literal('assembly_points.changed'), zoneId: id }),
  /** The zone's emergency plans changed. */
  z.object({ kind: z.literal('emergency_plans.changed'), zoneId: id }),
  /** The zone's calendar of drills was set. */
  z.object({ kind: z.literal('drill_calendar.changed'), zoneId: id }),
] as const
