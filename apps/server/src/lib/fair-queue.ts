import { createTokenBuckets } from './token-buckets.ts'

type Options = {
  /** Maximum concurrent tasks; at most one per key while others wait. */
  readonly running: number
  /** Maximum queued tasks over all keys. */
  readonly waiting: number
  readonly createFullError: () => Error
  readonly now?: () => number
}

/** Milliseconds of work (wall clock) a key may use before it counts as heavy: an initial burst, and a sustained rate per second. */
const HEAVY_USE = { atOnce: 100, perSecond: 250 }
/** Maximum time (ms) for which a key counts as heavy, however much it has worked. */
const MAX_DEBT_MS = 5_000

/**
 * One task per key, more only while nobody else waits. A heavy key does not start while a light one runs, because work that
 * saturates a CPU slows down everything beside it.
 */
export function createFairQueue({
  running,
  waiting,
  createFullError: createQueueFullError,
  now = () => performance.now(),
}: Options) {
  /** The waiting calls by key, in the order in which the keys run. */
  const queuesByKey = new Map<string, (() => void)[]>()
  /** The number of running tasks by key. */
  const runningKeys = new Map<string, number>()
  let runningCount = 0
  const usageBuckets = createTokenBuckets({ ...HEAVY_USE, now })
  const isOverShare = (key: string) => usageBuckets.wait(key) > 0
  let queuedCount = 0

  function admit(): void {
    while (runningCount < running) {
      const queues = [...queuesByKey]
      const nextQueue = queues.find(([key]) => !runningKeys.has(key)) ?? queues[0]
      if (!nextQueue) return
      const [key, queue] = nextQueue
      // No other key may overtake the heavy key in the meantime, or it would never start.
      if (isOverShare(key) && ![...runningKeys.keys()].every(isOverShare)) return
      queuesByKey.delete(key)
      const [startFirst, ...remainingStarts] = queue
      // The key returns to the end of the queue.
      if (remainingStarts.length > 0) queuesByKey.set(key, remainingStarts)
      queuedCount--
      runningCount++
      runningKeys.set(key, (runningKeys.get(key) ?? 0) + 1)
      startFirst?.()
    }
  }

  return {
    async run<T>(key: string, work: () => Promise<T>): Promise<T> {
      if (queuedCount >= waiting) throw createQueueFullError()
      await new Promise<void>(begin => {
        queuedCount++
        const queue = queuesByKey.get(key)
        if (queue) queue.push(begin)
        else queuesByKey.set(key, [begin])
        admit()
      })
      const startedAt = now()
      try {
        return await work()
      } finally {
        if (usageBuckets.wait(key) < MAX_DEBT_MS) usageBuckets.consume(key, now() - startedAt)
        runningCount--
        const remaining = (runningKeys.get(key) ?? 1) - 1
        if (remaining > 0) runningKeys.set(key, remaining)
        else runningKeys.delete(key)
        admit()
      }
    },
  }
}
