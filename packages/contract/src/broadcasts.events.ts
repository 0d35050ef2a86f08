import { broadcastPriorities, broadcastStates } from '@muster/domain/broadcast.ts'
import { z } from 'zod'
import { id } from './ids.ts'

export const broadcastsEvents = [
  /** The broadcast was sent, scheduled, edited or recalled, its recipients were reminded, or its question ended. */
  z.object({
    kind: z.literal('broadcast.changed'),
    /** Null means all zones. */
    zoneId: id.nullable(),
    broadcastId: id,
    /** Null once the sender's account is deleted. */
    senderId: id.nullable(),
    title: z.string(),
    priority: z.enum(broadcastPriorities),
    state: z.enum(broadcastStates),
    reminded: z.boolean(),
  }),
  /** Somebody saw or answered the broadcast, or more people received it. */
  z.object({ kind: z.literal('broadcast.progress'), zoneId: id.nullable(), broadcastId: id }),
] as const
