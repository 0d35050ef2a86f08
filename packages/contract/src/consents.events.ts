import { z } from 'zod'
import { consent } from './consents.ts'
import { id } from './ids.ts'

export const consentsEvents = [
  /** What the person decided about being located. */
  z.object({ kind: z.literal('consent.changed'), userId: id, consent }),
] as const
