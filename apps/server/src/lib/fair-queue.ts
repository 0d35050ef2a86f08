import { createTokenBuckets } from './token-buckets.ts'

type Options = {
  /** How much runs at once; of one key one thing. */
  readonly running: number
  /** How much may wait, over all keys. */
  readonly waiting: number
  /** The error for a call that comes when the queue is full. */
  readonly full: () => Error
  readonly now?: () => number
}

/** Milliseconds of work, by the clock on the wall, beyond which a key has had much. */
const MUCH = { atOnce: 100, perSecond: 250 }
/** For so long (ms) it counts as such at most, whatever it had. */
const MOST_OWED = 5_000

/**
 * Work of many keys that shares a few places: in turn, each key one piece. A key with a thousand pieces waiting makes
 * another one wait for one of them, not for all, and never for the last free place. Nor does a key that has had much begin
 * beside one that has not: work that fills a processor slows what runs beside it.
 */
export function createFairQueue({ running, waiting, full, now = () => performance.now() }: Options) {
  /** The waiting calls by key; the map's order is the order in which they run. */
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
      // Nobody passes it meanwhile, or it would never begin.
      if (hadMuch(key) && ![...busy].every(hadMuch)) return
      lines.delete(key)
      const [begin, ...others] = line
      // Behind everybody else.
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
