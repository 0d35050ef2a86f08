import { limits } from './limits.ts'

/** The reactions to a message, in the order they are offered. */
export const groupReactions = ['👍', '✅', '👀', '❤️', '😂', '🙏'] as const
export type GroupReaction = (typeof groupReactions)[number]

/** True while the author may still edit or delete the message. */
export const isChangeable = (writtenAt: Date, now: number): boolean =>
  now - writtenAt.getTime() < limits.groupMessageChangeMs
