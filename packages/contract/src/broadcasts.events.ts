import { broadcastPriorities, broadcastStates } from '@muster/domain/broadcast.ts'
import { z } from 'zod'
import { id } from './ids.ts'

export const broadcastsEvents = [
  /** It was sent, scheduled or taken back, those who had not answered were reminded, or its question ended. */
  z.object({
    kind: z.literal('broadcast.changed'),
    /** Null: all zones. */
    zoneId: id.nullable(),
    broadcastId: id,
    /** Null once their account is gone. */
    senderId: id.nullable(),
    title: z.string(),
    priority: z.enum(broadcastPriorities),
    state: z.enum(broadcastStates),
    reminded: z.boolean(),
  }),
  /** Somebody saw or answered it, or it reached more people. */
  z.object({ kind: z.literal('broadcast.progress'), zoneId: id.nullable(), broadcastId: id }),
] as const
