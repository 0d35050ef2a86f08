type Importing = { readonly fileName: string; readonly imports: readonly string[] }

/** Returns the file names of these chunks and of everything they import statically. */
export function withImports(chunks: readonly Importing[], names: readonly string[]): Set<string> {
  const byName = new Map(chunks.map(chunk => [chunk.fileName, chunk]))
  const result = new Set<string>()
  const add = (name: string) => {
    if (result.has(name)) return
    result.add(name)
    for (const needed of byName.get(name)?.imports ?? []) add(needed)
  }
  for (const name of names) add(name)
  return result
}
