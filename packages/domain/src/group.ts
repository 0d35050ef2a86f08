/** How long its author can change or delete a message; the specification names no time. */
const groupMessageChangeMs = 15 * 60_000

/** The reactions a message can have, in the order they are offered. */
export const groupReactions = ['👍', '✅', '👀', '❤️', '😂', '🙏'] as const
export type GroupReaction = (typeof groupReactions)[number]

/** Whether who wrote a message may still change or delete it. */
export const isChangeable = (writtenAt: Date, now: number): boolean =>
  now - writtenAt.getTime() < groupMessageChangeMs
