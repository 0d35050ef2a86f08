/** Makes room for one more in a map that holds at most so many: what was put in first goes, never everything at once. */
export function makeRoom<K>(
  held: Map<K, unknown>,
  most: number,
  drop: (key: K) => void = key => held.delete(key),
): void {
  for (const key of held.keys()) {
    if (held.size < most) return
    drop(key)
  }
}
