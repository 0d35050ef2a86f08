/** Makes room for one more entry in a map with a size limit by removing the oldest entries. */
export function evictOldest<K>(
  entries: Map<K, unknown>,
  most: number,
  drop: (key: K) => void = key => entries.delete(key),
): void {
  for (const key of entries.keys()) {
    if (entries.size < most) return
    drop(key)
  }
}
