import { evictOldest } from './evict-oldest.ts'

/**
 * Remembers for `ms` milliseconds which keys came. Held in memory: after a restart, on another node, or when more than
 * `most` keys came, a key may count as new too early, never too late.
 */
export function createOncePer(ms: number, most = 10_000, now: () => number = Date.now) {
  const last = new Map<string, number>()
  return {
    isNew(key: string): boolean {
      const before = last.get(key)
      return before === undefined || now() - before >= ms
    },
    /** From now on the key is known. Call it once what it stands for is done. */
    remember(key: string): void {
      evictOldest(last, most)
      last.set(key, now())
    },
  }
}
