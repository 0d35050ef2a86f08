import { z } from 'zod'
import { id } from './ids.ts'

export const zonesEvents = [
  z.object({ kind: z.literal('zone.created'), zoneId: id }),
  z.object({ kind: z.literal('zone.changed'), zoneId: id }),
  z.object({ kind: z.literal('zone.removed'), zoneId: id }),
] as const
