/** How urgent a broadcast is, calmest first. */
export const broadcastPriorities = ['low', 'normal', 'high', 'urgent'] as const
export type BroadcastPriority = (typeof broadcastPriorities)[number]
export const defaultBroadcastPriority: BroadcastPriority = 'normal'

/** Badge colours; the word always stands in the badge too. */
export const broadcastPriorityColors = {
  low: 'gray',
  normal: 'blue',
  high: 'orange',
  urgent: 'red',
} as const satisfies Record<BroadcastPriority, string>
