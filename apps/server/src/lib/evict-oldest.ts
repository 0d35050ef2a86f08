/** Makes room for one more entry in a map with a maximum size by removing the oldest entries. */
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
