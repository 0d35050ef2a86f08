import { emergencyKinds } from '@muster/domain/emergency.ts'
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
    /** Set, with the kind of the call, if the emergency was declared or ended. */
    change: z.enum(['declared', 'ended']).optional(),
    call: z.enum(emergencyKinds).optional(),
  }),
  /** The state of people on the roll changed. */
  z.object({ kind: z.literal('emergency.progress'), zoneId: id.nullable(), emergencyId: id }),
  /** A person on the roll began or ceased to need help. */
  z.object({
    kind: z.literal('emergency.help'),
    zoneId: id.nullable(),
    emergencyId: id,
    drill: z.boolean(),
    /** Null for people without an account. */
    accountId: id.nullable(),
    name: z.string(),
    needsHelp: z.boolean(),
  }),
  /** The places where the zone's people meet changed. */
  z.object({ kind: z.literal('assembly_points.changed'), zoneId: id }),
  z.object({ kind: z.literal('captains.changed'), zoneId: id }),
  /** The people of the zone who do not count as missing changed. */
  z.object({ kind: z.literal('uncounted.changed'), zoneId: id }),
  z.object({ kind: z.literal('emergency_plans.changed'), zoneId: id }),
  z.object({ kind: z.literal('drill_calendar.changed'), zoneId: id }),
] as const
