import { z } from 'zod'
import { id } from './ids.ts'

export const twoStepEvents = [
  /** The person's second step of signing in, or a passkey of theirs, was set up, changed or taken away. */
  z.object({ kind: z.literal('two-step.changed'), userId: id }),
] as const
