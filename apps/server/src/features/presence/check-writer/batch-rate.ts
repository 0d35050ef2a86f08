export type BatchRate = {
  begin(): void
  end(): void
  /** Estimates how many more batches will be written within `ms` milliseconds; undefined while no batch is running or measured. */
  batchesWithin(ms: number): number | undefined
  readonly batchMs: number
}

/** The weight of one batch in the average, high enough for the average to follow a recovering database within a few batches. */
const BATCH_WEIGHT = 0.5

/**
 * A full batch takes at least as long as a small one, so the wait is never overestimated. A running batch counts once above average.
 */
export function createBatchRate(now: () => number): BatchRate {
  let averageMs = 0
  let startedAt: number | undefined
  const elapsedMs = () => (startedAt === undefined ? 0 : now() - startedAt)
  const estimateBatchMs = () => Math.max(averageMs, elapsedMs())
  return {
    begin() {
      startedAt = now()
    },
    end() {
      averageMs += (elapsedMs() - averageMs) * BATCH_WEIGHT
      startedAt = undefined
    },
    batchesWithin(ms) {
      // With no batch running, an item is written immediately, which gives a new measurement.
      if (startedAt === undefined || estimateBatchMs() === 0) return undefined
      const remainingMs = estimateBatchMs() - elapsedMs()
      return Math.max(0, Math.floor((ms - remainingMs) / estimateBatchMs()))
    },
    get batchMs() {
      return estimateBatchMs()
    },
  }
}
