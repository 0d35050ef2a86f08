import { z } from 'zod'
import { id } from './ids.ts'

export const noticesEvents = [
  /** A person's notices changed, or who follows the person. Sent only to that person. */
  z.object({ kind: z.literal('notices.changed'), userId: id }),
] as const
