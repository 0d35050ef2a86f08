import { limits } from './limits.ts'

/** Milliseconds; null: never seen. Only then may a screen state "inside"; later, they may have left unnoticed. */
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
 * Known inside until: closed, the exit; open, `now` while seen within the freshness limit, else the last reading,
 * because they may have left since (`unseen`).
 */
export function toStayStatus({ entry, exit, lastSeen }: VisitTimes, now: number): StayStatus {
  if (exit !== null) return { state: 'ended', until: exit }
  const lastSeenAt = Math.max(entry, lastSeen ?? entry)
  return isSeenLately(lastSeenAt, now)
    ? { state: 'inside', until: Math.max(lastSeenAt, now) }
    : { state: 'unseen', until: lastSeenAt }
}
