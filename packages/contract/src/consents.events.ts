import { z } from 'zod'
import { consent } from './consents.ts'
import { id } from './ids.ts'

export const consentsEvents = [
  /** The person's decision on location tracking. */
  z.object({ kind: z.literal('consent.changed'), userId: id, consent }),
] as const
