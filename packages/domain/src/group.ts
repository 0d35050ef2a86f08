/** Milliseconds for which the author can edit or delete a message; the specification does not name a time. */
const groupMessageChangeMs = 15 * 60_000

/** The reactions to a message, in the order in which they are offered. */
export const groupReactions = ['👍', '✅', '👀', '❤️', '😂', '🙏'] as const
export type GroupReaction = (typeof groupReactions)[number]

/** Returns true while the author may still edit or delete the message. */
export const isChangeable = (writtenAt: Date, now: number): boolean =>
  now - writtenAt.getTime() < groupMessageChangeMs
