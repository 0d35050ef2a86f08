import { z } from 'zod'
import { alert } from './alerts.ts'
import { id } from './ids.ts'

export const alertsEvents = [
  /** A new alert in a person's inbox, sent only to that person. */
  z.object({ kind: z.literal('alert.added'), userId: id, alert }),
  /** Alerts were marked as read, reworded or deleted, or the preferences changed. */
  z.object({ kind: z.literal('alerts.changed'), userId: id }),
] as const
