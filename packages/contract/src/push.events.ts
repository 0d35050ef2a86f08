import { z } from 'zod'
import { id } from './ids.ts'

export const pushEvents = [
  /** Notifications were turned on or off on one of the person's devices. */
  z.object({ kind: z.literal('push.changed'), userId: id }),
] as const
