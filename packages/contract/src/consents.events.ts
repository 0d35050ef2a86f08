import { z } from 'zod'
import { consent } from './consents.ts'
import { id } from './ids.ts'

export const consentsEvents = [z.object({ kind: z.literal('consent.changed'), userId: id, consent })] as const
