export type BatchRate = {
  begin(): void
  end(): void
  /** Estimates how many more batches will be written within `ms` milliseconds; undefined while no batch is running or measured. */
  batchesWithin(ms: number): number | undefined
  /** Milliseconds per batch. */
  readonly batchMs: number
}

/** The weight of one batch in the average, high enough for the average to follow a recovering database within a few batches. */
const WEIGHT = 0.5

/**
 * Measures the duration of batches regardless of size: a full batch takes at least as long as a small one, so nobody is refused on
 * an overestimate. A running batch counts as soon as it exceeds the average.
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
      // With no batch running, an item is written immediately, which gives a new measurement.
      if (begunAt === undefined || batchMs() === 0) return undefined
      const rest = batchMs() - elapsed()
      return Math.max(0, Math.floor((ms - rest) / batchMs()))
    },
    get batchMs() {
      return batchMs()
    },
  }
}
