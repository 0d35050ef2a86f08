import { limits } from './limits.ts'

/**
 * Returns true if somebody was seen within the freshness limit. Only then may a screen state that the person is inside; later, they
 * may have left unnoticed. Both arguments are in milliseconds; null means never seen.
 */
export function isSeenLately(lastSeen: number | null, now: number): boolean {
  return lastSeen !== null && now - lastSeen <= limits.presenceStaleMs
}

/** Counts of people without a known exit: all of them (`inside`), and those not seen recently (`unseen`). */
export type InsideCount = { inside: number; unseen: number }

/** A visit, with all times in ms. `exit` is null while it is open; `lastSeen` is the person's newest reading since the entry. */
export type VisitTimes = {
  readonly entry: number
  readonly exit: number | null
  readonly lastSeen: number | null
}

export type StayStatus = {
  readonly state: 'ended' | 'inside' | 'unseen'
  /** The time (ms) until which the person is known to have been inside. */
  readonly until: number
}

/**
 * Returns the state of a visit, and until when the person is known to have been inside. A closed visit lasts until its exit. An
 * open visit lasts until `now` only while the person was seen within the freshness limit; after that it ends with the last reading,
 * because they may have left since (`unseen`).
 */
export function toStayStatus({ entry, exit, lastSeen }: VisitTimes, now: number): StayStatus {
  if (exit !== null) return { state: 'ended', until: exit }
  const lastSeenAt = Math.max(entry, lastSeen ?? entry)
  return isSeenLately(lastSeenAt, now)
    ? { state: 'inside', until: Math.max(lastSeenAt, now) }
    : { state: 'unseen', until: lastSeenAt }
}
