import { searchWords } from '@muster/domain/search-words.ts'

const MAX_LENGTH = 160
/** Characters shown before the match. */
const LEAD_LENGTH = 40
/** Characters of the text that are searched for a match, because normalising a long text is slow. */
const MAX_SEARCHED_LENGTH = 5_000

/** At most 160 characters, around the first word that begins with a searched one. Counts code points, so no emoji is split. */
export function excerptAround(text: string, search: string): string {
  const line = text.slice(0, MAX_SEARCHED_LENGTH).replace(/\s+/g, ' ').trim()
  const characters = [...line]
  if (characters.length <= MAX_LENGTH) return line
  const start = Math.max(0, findMatch(line, search) - LEAD_LENGTH)
  // Begins at a word, unless the word is too long.
  const nextSpace = start === 0 ? -1 : characters.indexOf(' ', start)
  const from = nextSpace >= 0 && nextSpace < start + LEAD_LENGTH ? nextSpace + 1 : start
  const lead = from > 0 ? '…' : ''
  const rest = characters.slice(from)
  if (rest.length + lead.length <= MAX_LENGTH) return lead + rest.join('')
  const passage = rest.slice(0, MAX_LENGTH - lead.length - 1)
  return `${lead}${passage.join('').trimEnd()}…`
}

/** Returns the position (in code points) of the first word that begins with a word of the search; 0 if there is none. */
function findMatch(line: string, search: string): number {
  const prefixes = searchWords(search)
  let position = 0
  for (const part of line.split(' ')) {
    if (searchWords(part).some(word => prefixes.some(prefix => word.startsWith(prefix)))) return position
    position += [...part].length + 1
  }
  return 0
}
