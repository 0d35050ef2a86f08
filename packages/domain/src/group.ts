/** Milliseconds for which the author can edit or delete a message; the specification gives no time. */
const groupMessageChangeMs = 15 * 60_000

/** The reactions to a message, in the order they are offered. */
export const groupReactions = ['👍', '✅', '👀', '❤️', '😂', '🙏'] as const
export type GroupReaction = (typeof groupReactions)[number]

/** True while the author may still edit or delete the message. */
export const isChangeable = (writtenAt: Date, now: number): boolean =>
  now - writtenAt.getTime() < groupMessageChangeMs
