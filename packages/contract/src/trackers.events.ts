import { z } from 'zod'
import { id } from './ids.ts'

export const trackersEvents = [
  /** A tracker of the person was added or revoked, or one of its messages was not used, or was used again. */
  z.object({ kind: z.literal('tracker.changed'), userId: id, trackerId: id }),
] as const
