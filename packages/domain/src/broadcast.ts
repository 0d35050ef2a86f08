/** How much a broadcast wants to be read, from the least to the most. */
export const broadcastPriorities = ['low', 'normal', 'high', 'urgent'] as const
export type BroadcastPriority = (typeof broadcastPriorities)[number]
export const defaultPriority: BroadcastPriority = 'normal'

/** Whether it was sent, waits for its time, or was taken back before that. */
export const broadcastStates = ['scheduled', 'sent', 'recalled'] as const

/** How far a broadcast has come with one person; they only go forward, and `unreachable` says why. */
export const recipientStates = ['queued', 'delivered', 'pushed', 'seen', 'answered', 'unreachable'] as const
export type RecipientState = (typeof recipientStates)[number]
