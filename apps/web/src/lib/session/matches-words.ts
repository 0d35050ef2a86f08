import { foldText } from '@muster/domain/search-words.ts'

type Named = { name: string; description: string | null }

/** The search rule for zones wherever they are chosen or listed: every word must occur in the name or the description. */
export function matchesWords({ name, description }: Named, search = ''): boolean {
  const text = foldText(`${name} ${description ?? ''}`)
  return foldText(search)
    .split(/\s+/)
    .every(word => text.includes(word))
}
