import { limits } from './limits.ts'

/** The hours after which a link for responders expires, to choose from. */
export const responderLinkHours = [1, 4, 12] as const

/** `locked`: addresses from which wrong codes came wait for a while. `blocked`: it refuses every code after too many wrong ones. */
export const responderLinkStates = ['open', 'locked', 'blocked', 'revoked', 'expired'] as const
export type ResponderLinkState = (typeof responderLinkStates)[number]

/** All times in milliseconds. */
type Link = {
  readonly expiresAt: number
  readonly revokedAt: number | null
  readonly lockedUntil: number | null
  readonly wrongCodes: number
  /** The all clear of its emergency. */
  readonly allClearAt: number | null
}

/** Returns the time at which a link ends by itself: when it expires, or an hour after the all clear. */
export const findLinkEnd = ({ expiresAt, allClearAt }: Pick<Link, 'expiresAt' | 'allClearAt'>): number =>
  allClearAt === null ? expiresAt : Math.min(expiresAt, allClearAt + limits.responderAfterAllClearMs)

/** True if pages that are open already still read. Locking and blocking only refuse codes: whoever guesses them closes no page. */
export const isLinkReadable = (
  { revokedAt, ...link }: Pick<Link, 'expiresAt' | 'allClearAt' | 'revokedAt'>,
  now: number,
): boolean => revokedAt === null && now < findLinkEnd(link)

export function findLinkState(link: Link, now: number): ResponderLinkState {
  if (link.revokedAt !== null) return 'revoked'
  if (link.wrongCodes >= limits.responderCodesMost) return 'blocked'
  if (now >= findLinkEnd(link)) return 'expired'
  return link.lockedUntil !== null && now < link.lockedUntil ? 'locked' : 'open'
}
