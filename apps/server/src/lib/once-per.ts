import { evictOldest } from './evict-oldest.ts'

/**
 * Remembers keys for `ms` milliseconds, in memory only. After a restart, on another node, or after more than `limit` keys, a key
 * may therefore count as new too early, but never too late.
 */
export function createRecentKeys(ms: number, limit = 10_000, now: () => number = Date.now) {
  const lastTimeByKey = new Map<string, number>()
  return {
    isNew(key: string): boolean {
      const lastTime = lastTimeByKey.get(key)
      return lastTime === undefined || now() - lastTime >= ms
    },
    /** Marks the key as known. Call it once its action is done. */
    remember(key: string): void {
      evictOldest(lastTimeByKey, limit)
      lastTimeByKey.set(key, now())
    },
  }
}
