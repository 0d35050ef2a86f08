export type BatchRate = {
  begin(): void
  end(): void
  /** The number of further batches written within this many milliseconds; undefined while nothing is running or known. */
  batchesWithin(ms: number): number | undefined
  /** Milliseconds per batch. */
  readonly batchMs: number
}

/** The weight of one batch in the average: a recovering database is trusted within a few batches. */
const WEIGHT = 0.5

/**
 * Measures the duration of batches, whatever their size: a full one takes at least as long as a small one, so nobody is refused
 * based on a guess. A running batch that exceeds the average counts already.
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
      // With nothing before it, an item is written at once, which gives a new measurement.
      if (begunAt === undefined || batchMs() === 0) return undefined
      const rest = batchMs() - elapsed()
      return Math.max(0, Math.floor((ms - rest) / batchMs()))
    },
    get batchMs() {
      return batchMs()
    },
  }
}
