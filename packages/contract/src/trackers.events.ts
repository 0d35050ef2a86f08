import { z } from 'zod'
import { id } from './ids.ts'

export const trackersEvents = [
  /** One of the person's trackers was added or revoked, or a message of it was not used, or one was again. */
  z.object({ kind: z.literal('tracker.changed'), userId: id, trackerId: id }),
] as const
