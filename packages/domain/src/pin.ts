const minute = 60_000
const hour = 60 * minute

/** The zone PIN's lock: 5 wrong guesses lock it for 15 minutes, 10 within 24 hours until a manager resets it. */
export const pinPolicy = {
  failuresToLock: 5,
  lockMs: 15 * minute,
  failuresToBlock: 10,
  blockWindowMs: 24 * hour,
  /** Whoever asks for a reset again within this time tells nobody twice. */
  askAgainMs: 15 * minute,
} as const

export type PinLock =
  | { locked: false; triesLeft: number }
  /** `until` in ms: it opens by itself at that moment; null: only a manager's reset opens it. */
  | { locked: true; until: number | null }

/**
 * Whether a PIN may be tried now.
 *
 * `failures` are the times (ms, ascending) of wrong guesses since the last success or reset. Guesses refused because of a
 * lock were never compared and do not belong in the list. A guess that raced past a beginning lock does: it counts
 * towards the ten, but not towards the next five.
 *
 * - Every fifth counted failure locks for 15 minutes from that failure; at the end of it five more are free.
 * - A tenth failure at most 24 hours after the first of those ten blocks for good, however much time passes after it.
 * - `triesLeft` is how many more wrong guesses it takes to be locked either way; at least 1.
 */
export function pinLock(failures: readonly number[], now: number): PinLock {
  const { failuresToLock, lockMs, failuresToBlock, blockWindowMs } = pinPolicy
  const blocked = failures.some((time, i) => {
    const first = failures[i - (failuresToBlock - 1)]
    return first !== undefined && time - first <= blockWindowMs
  })
  if (blocked) return { locked: true, until: null }

  let lockedUntil = Number.NEGATIVE_INFINITY
  let run = 0
  for (const time of failures) {
    if (time < lockedUntil) continue
    run += 1
    if (run === failuresToLock) {
      run = 0
      lockedUntil = time + lockMs
    }
  }
  if (now < lockedUntil) return { locked: true, until: lockedUntil }

  const recent = failures.filter(time => now - time <= blockWindowMs).length
  return { locked: false, triesLeft: Math.min(failuresToLock - run, failuresToBlock - recent) }
}

/** A PIN is exactly four digits. */
export function isPin(text: string): boolean {
  return /^[0-9]{4}$/.test(text)
}
