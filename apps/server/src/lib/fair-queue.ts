import { createTokenBuckets } from './token-buckets.ts'

type Options = {
  /** Maximum concurrent tasks; at most one per key. */
  readonly running: number
  /** Maximum queued tasks over all keys. */
  readonly waiting: number
  /** Creates the error for a call when the queue is full. */
  readonly createFullError: () => Error
  readonly now?: () => number
}

/** Milliseconds of work (wall clock) a key may use before it counts as heavy: an initial burst, and a sustained rate per second. */
const HEAVY_USE = { atOnce: 100, perSecond: 250 }
/** Maximum time (ms) for which a key counts as heavy, however much it has worked. */
const MAX_DEBT_MS = 5_000

/**
 * Shares a few slots among the tasks of many keys, with at most one running task per key. A key with a thousand queued tasks
 * delays another key by only one task, and never occupies every slot. A heavy key does not start while a light key is running,
 * because work that saturates a CPU slows down everything that runs with it.
 */
export function createFairQueue({
  running,
  waiting,
  createFullError: createQueueFullError,
  now = () => performance.now(),
}: Options) {
  /** The waiting calls by key, in the order in which the keys run. */
  const queuesByKey = new Map<string, (() => void)[]>()
  const runningKeys = new Set<string>()
  const usageBuckets = createTokenBuckets({ ...HEAVY_USE, now })
  const isOverShare = (key: string) => usageBuckets.wait(key) > 0
  let queuedCount = 0

  function admit(): void {
    while (runningKeys.size < running) {
      const nextQueue = [...queuesByKey].find(([key]) => !runningKeys.has(key))
      if (!nextQueue) return
      const [key, queue] = nextQueue
      // No other key may overtake the heavy key in the meantime, or it would never start.
      if (isOverShare(key) && ![...runningKeys].every(isOverShare)) return
      queuesByKey.delete(key)
      const [startFirst, ...remainingStarts] = queue
      // The key returns to the end of the queue.
      if (remainingStarts.length > 0) queuesByKey.set(key, remainingStarts)
      queuedCount--
      runningKeys.add(key)
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
        runningKeys.delete(key)
        admit()
      }
    },
  }
}
