import { z } from 'zod'
import { id } from './ids.ts'

export const authEvents = [
  z.object({ kind: z.literal('session.started'), userId: id, sessionId: id }),
  z.object({ kind: z.literal('session.revoked'), userId: id, sessionId: id.nullable() }),
] as const
