const letters = new Intl.Segmenter(undefined, { granularity: 'grapheme' })

/** The first grapheme: the vowel sign of a Devanagari letter belongs to it. */
const firstLetter = (word: string): string => [...letters.segment(word)][0]?.segment ?? ''

/** Arabic letters join: two initials side by side would read as a word. */
const joins = /\p{Script=Arabic}$/u
const nonJoiner = '\u200c'

/** One or two capital letters for an avatar: "Ana Ruiz" → "AR". Falls back to `?`. */
export function initials(name: string): string {
  const words = name.trim().split(/\s+/).filter(Boolean)
  if (!words[0]) return '?'
  const first = firstLetter(words[0])
  const last = words.length > 1 ? firstLetter(words.at(-1) ?? '') : ''
  return `${first}${last && joins.test(first) ? nonJoiner : ''}${last}`.toUpperCase()
}
