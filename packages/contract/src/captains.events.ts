import { z } from 'zod'
import { id } from './ids.ts'

export const captainsEvents = [
  /** The list of areas that wardens of the zone walk through changed. */
  z.object({ kind: z.literal('sweep_areas.changed'), zoneId: id }),
  /** The person changed what they need to leave in an emergency. */
  z.object({ kind: z.literal('evacuation_note.changed'), userId: id }),
  /** An emergency was declared or ended in a zone of which the person is a captain, or they became or ceased to be one. */
  z.object({ kind: z.literal('captain.changed'), userId: id }),
] as const
