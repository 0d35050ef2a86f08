import { z } from 'zod'
import { id } from './ids.ts'

export const trackersEvents = [
  /** A tracker of the person was added or revoked, one of its messages was ignored, or messages are being used again. */
  z.object({ kind: z.literal('tracker.changed'), userId: id, trackerId: id }),
] as const
