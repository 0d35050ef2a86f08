import { z } from 'zod'
import { id } from './ids.ts'

export const captainsEvents = [
  /** The list of areas that wardens of the zone walk through changed. */
  z.object({ kind: z.literal('sweep_areas.changed'), zoneId: id }),
  /** The person changed what they need to leave in an emergency. */
  z.object({ kind: z.literal('evacuation_note.changed'), userId: id }),
] as const
