import { z } from 'zod'
import { id } from './ids.ts'

export const twoStepEvents = [
  /** The person's second sign-in step or one of their passkeys was set up, changed or removed. */
  z.object({ kind: z.literal('two-step.changed'), userId: id }),
] as const
