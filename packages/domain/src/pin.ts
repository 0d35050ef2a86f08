const minute = 60_000
const hour = 60 * minute

/** The lock of the zone PIN: 5 wrong guesses lock it for 15 minutes, and 10 within 24 hours lock it until a manager resets it. */
export const pinPolicy = {
  failuresToLock: 5,
  lockMs: 15 * minute,
  failuresToBlock: 10,
  blockWindowMs: 24 * hour,
  /** Within this time, a repeated request for a reset alerts nobody again. */
  askAgainMs: 15 * minute,
} as const

export type PinLock =
  | { locked: false; triesLeft: number }
  /** `until` is when the lock opens by itself, in ms; null if only a manager's reset opens it. */
  | { locked: true; until: number | null }

/**
 * Decides whether a PIN may be tried now.
 *
 * `failures` are the times (ms, ascending) of wrong guesses since the last success or reset. Leave out guesses rejected because of
 * a lock: they were never compared. Include a guess that raced a lock as it began: it counts towards the ten, but not towards the
 * next five.
 *
 * - Every fifth counted failure locks for 15 minutes from that failure, followed by five more attempts.
 * - A tenth failure at most 24 hours after the first of those ten locks until a reset, however much time passes.
 * - `triesLeft` is the number of further wrong guesses until either lock; at least 1.
 */
export function pinLock(failures: readonly number[], now: number): PinLock {
  const { failuresToLock, lockMs, failuresToBlock, blockWindowMs } = pinPolicy
  const isBlocked = failures.some((time, i) => {
    const first = failures[i - (failuresToBlock - 1)]
    return first !== undefined && time - first <= blockWindowMs
  })
  if (isBlocked) return { locked: true, until: null }

  let lockedUntil = Number.NEGATIVE_INFINITY
  let streak = 0
  for (const time of failures) {
    if (time < lockedUntil) continue
    streak += 1
    if (streak === failuresToLock) {
      streak = 0
      lockedUntil = time + lockMs
    }
  }
  if (now < lockedUntil) return { locked: true, until: lockedUntil }

  const recentCount = failures.filter(time => now - time <= blockWindowMs).length
  return { locked: false, triesLeft: Math.min(failuresToLock - streak, failuresToBlock - recentCount) }
}

/** Returns true for exactly four ASCII digits. */
export function isPin(text: string): boolean {
  return /^[0-9]{4}$/.test(text)
}
