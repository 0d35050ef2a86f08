import { limits } from './limits.ts'

/**
 * Whether somebody was seen within the freshness limit. Only then may a screen say without doubt that they are inside; later
 * they may have gone, and nobody was told. Both in milliseconds; null was never seen.
 */
export function isSeenLately(lastSeen: number | null, now: number): boolean {
  return lastSeen !== null && now - lastSeen <= limits.presenceStaleMs
}

/** People of whom no exit is known: all of them (`inside`), and those among them who were not seen lately (`unseen`). */
export type InsideCount = { inside: number; unseen: number }

/** A visit, all times in ms: `exit` is null while it is open, `lastSeen` is the newest reading of the person since its entry. */
export type OpenOrEndedVisit = {
  readonly entry: number
  readonly exit: number | null
  readonly lastSeen: number | null
}

export type KnownStay = {
  readonly state: 'ended' | 'inside' | 'unseen'
  /** Until when the person is known to have been inside, in ms. */
  readonly until: number
}

/**
 * How far a visit is known to reach. An open visit reaches to `now` only while the person was seen within the freshness limit; past
 * the limit it reaches to the last reading, because they may have left since (`unseen`).
 */
export function knownStay({ entry, exit, lastSeen }: OpenOrEndedVisit, now: number): KnownStay {
  if (exit !== null) return { state: 'ended', until: exit }
  const seen = Math.max(entry, lastSeen ?? entry)
  return isSeenLately(seen, now)
    ? { state: 'inside', until: Math.max(seen, now) }
    : { state: 'unseen', until: seen }
}
