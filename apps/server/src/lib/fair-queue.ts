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

/** Milliseconds of work (wall clock) beyond which a key counts as heavy. */
const MUCH = { atOnce: 100, perSecond: 250 }
/** Maximum time (ms) for which a key counts as heavy, however much it has worked. */
const MOST_OWED = 5_000

/**
 * Shares a few places between the work of many keys in turn, one task per key. A key with a thousand queued tasks delays another by
 * only one of them, and never takes the last free place. A heavy key does not start while a light one runs either: work that
 * saturates a CPU slows down everything that runs with it.
 */
export function createFairQueue({
  running,
  waiting,
  createFullError: full,
  now = () => performance.now(),
}: Options) {
  /** The waiting calls by key, in the order in which the keys run. */
  const lines = new Map<string, (() => void)[]>()
  const busy = new Set<string>()
  const had = createTokenBuckets({ ...MUCH, now })
  const isOverShare = (key: string) => had.wait(key) > 0
  let inLine = 0

  function admit(): void {
    while (busy.size < running) {
      const next = [...lines].find(([key]) => !busy.has(key))
      if (!next) return
      const [key, line] = next
      // Nobody may overtake the heavy key in the meantime, or it would never start.
      if (isOverShare(key) && ![...busy].every(isOverShare)) return
      lines.delete(key)
      const [begin, ...others] = line
      // The key returns to the end of the queue.
      if (others.length > 0) lines.set(key, others)
      inLine--
      busy.add(key)
      begin?.()
    }
  }

  return {
    async run<T>(key: string, work: () => Promise<T>): Promise<T> {
      if (inLine >= waiting) throw full()
      await new Promise<void>(begin => {
        inLine++
        const line = lines.get(key)
        if (line) line.push(begin)
        else lines.set(key, [begin])
        admit()
      })
      const startedAt = now()
      try {
        return await work()
      } finally {
        if (had.wait(key) < MOST_OWED) had.consume(key, now() - startedAt)
        busy.delete(key)
        admit()
      }
    },
  }
}
