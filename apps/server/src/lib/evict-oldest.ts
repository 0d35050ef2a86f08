/** Lets a map take one more where it holds at most so many: the entries that were put in first go. */
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
