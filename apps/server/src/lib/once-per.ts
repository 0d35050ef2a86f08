import { evictOldest } from './evict-oldest.ts'

/**
 * Remembers keys for `ms` milliseconds, in memory. After a restart, on another node, or beyond `most` keys, a key may count as new
 * too early, never too late.
 */
export function createOncePer(ms: number, most = 10_000, now: () => number = Date.now) {
  const last = new Map<string, number>()
  return {
    isNew(key: string): boolean {
      const before = last.get(key)
      return before === undefined || now() - before >= ms
    },
    /** Marks the key as known. Call it once the work for it is done. */
    remember(key: string): void {
      evictOldest(last, most)
      last.set(key, now())
    },
  }
}
