/** Removes the oldest entries from a map until there is room for one more within `limit`. */
export function evictOldest<K>(
  entries: Map<K, unknown>,
  limit: number,
  drop: (key: K) => void = key => entries.delete(key),
): void {
  for (const key of entries.keys()) {
    if (entries.size < limit) return
    drop(key)
  }
}
