import { z } from 'zod'
import { alert } from './alerts.ts'
import { id } from './ids.ts'

export const alertsEvents = [
  /** A new row of somebody's inbox, for that person alone. */
  z.object({ kind: z.literal('alert.added'), userId: id, alert }),
  /** Some of it was read, or how alerts come is another now. */
  z.object({ kind: z.literal('alerts.changed'), userId: id }),
] as const
