/** True if two lists contain the same ids, in any order. */
export function hasSameIds(one: readonly string[], other: readonly string[]): boolean {
  const ids = new Set(one)
  const otherIds = new Set(other)
  return ids.size === otherIds.size && [...ids].every(it => otherIds.has(it))
}
