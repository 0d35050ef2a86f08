/** Makes room for one more in a map that holds at most so many: what was put in first goes, never everything at once. */
export function makeRoom(held: Map<unknown, unknown>, most: number): void {
  for (const key of held.keys()) {
    if (held.size < most) return
    held.delete(key)
  }
}
