type Importing = { readonly fileName: string; readonly imports: readonly string[] }

/** These chunks and all that they need at once, by file name. */
export function withImports(chunks: readonly Importing[], names: readonly string[]): Set<string> {
  const byName = new Map(chunks.map(chunk => [chunk.fileName, chunk]))
  const found = new Set<string>()
  const add = (name: string) => {
    if (found.has(name)) return
    found.add(name)
    for (const needed of byName.get(name)?.imports ?? []) add(needed)
  }
  for (const name of names) add(name)
  return found
}
