type Named = { name: string; description: string | null }

/** Matches like the server's search: every word must occur in the name or the description. */
export function matchesWords({ name, description }: Named, search = ''): boolean {
  const text = `${name} ${description ?? ''}`.toLowerCase()
  return search
    .toLowerCase()
    .split(/\s+/)
    .every(word => text.includes(word))
}
