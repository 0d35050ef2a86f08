import { z } from 'zod'
import { id } from './ids.ts'

export const trackersEvents = [
  /** One of the person's trackers was added or revoked, one of its messages was ignored, or its messages are used again. */
  z.object({ kind: z.literal('tracker.changed'), userId: id, trackerId: id }),
] as const
