export type BatchRate = {
  begin(): void
  end(): void
  /** How many batches more are written within so many milliseconds; undefined while nothing is under way or known. */
  batchesWithin(ms: number): number | undefined
  /** Milliseconds that one takes. */
  readonly batchMs: number
}

/** What one batch weighs in the measure, against all before it: a database that recovers is believed within a few. */
const WEIGHT = 0.5

/**
 * Measures how long batches take, whatever is in them: of a small one it cannot be said how long a full one would, only that it
 * would not be less. So nobody is refused for a guess. One that is under way for longer than those before counts already.
 */
export function createBatchRate(now: () => number): BatchRate {
  let usualMs = 0
  let begunAt: number | undefined
  const elapsed = () => (begunAt === undefined ? 0 : now() - begunAt)
  const batchMs = () => Math.max(usualMs, elapsed())
  return {
    begin() {
      begunAt = now()
    },
    end() {
      usualMs += (elapsed() - usualMs) * WEIGHT
      begunAt = undefined
    },
    batchesWithin(ms) {
      // With nothing before it, an item is written at once; that shows how things stand.
      if (begunAt === undefined || batchMs() === 0) return undefined
      const rest = batchMs() - elapsed()
      return Math.max(0, Math.floor((ms - rest) / batchMs()))
    },
    get batchMs() {
      return batchMs()
    },
  }
}
