import { createTokenBuckets } from './token-buckets.ts'

type Options = {
  /** Maximum number of pieces running at once, one per key. */
  readonly running: number
  /** Maximum queue length over all keys. */
  readonly waiting: number
  /** Creates the error for calls that find the queue full. */
  readonly full: () => Error
  readonly now?: () => number
}

/** Milliseconds of work, in elapsed time, above which a key is over its share. */
const MUCH = { atOnce: 100, perSecond: 250 }
/** Maximum time (ms) that a key stays over its share, however much it used. */
const MOST_OWED = 5_000

/**
 * Shares a few places among the work of many keys in rotation, one piece per key. A key with a thousand pieces delays another one
 * by a single piece, and never takes the last free place. A key over its share does not start alongside one within its share,
 * because CPU-bound work slows down whatever runs in parallel.
 */
export function createFairQueue({ running, waiting, full, now = () => performance.now() }: Options) {
  /** Waiting calls by key; the order of the map is the order of execution. */
  const lines = new Map<string, (() => void)[]>()
  const busy = new Set<string>()
  const had = createTokenBuckets({ ...MUCH, now })
  const hadMuch = (key: string) => had.wait(key) > 0
  let inLine = 0

  function admit(): void {
    while (busy.size < running) {
      const next = [...lines].find(([key]) => !busy.has(key))
      if (!next) return
      const [key, line] = next
      // Do not let others overtake it, or it would never start.
      if (hadMuch(key) && ![...busy].every(hadMuch)) return
      lines.delete(key)
      const [begin, ...others] = line
      // The key goes to the end of the rotation.
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
      const begun = now()
      try {
        return await work()
      } finally {
        if (had.wait(key) < MOST_OWED) had.spend(key, now() - begun)
        busy.delete(key)
        admit()
      }
    },
  }
}
