const graphemes = new Intl.Segmenter(undefined, { granularity: 'grapheme' })

/** Returns the first grapheme, which includes the vowel sign of a Devanagari letter. */
const firstLetter = (word: string): string => [...graphemes.segment(word)][0]?.segment ?? ''

/** Matches a letter of the Arabic script, in which two initials side by side would join and read as a word. */
const joinsPattern = /\p{Script=Arabic}$/u
const nonJoiner = '\u200c'

/** Returns one or two capital letters for an avatar: "Ana Ruiz" → "AR". Falls back to `?`. */
export function initials(name: string): string {
  const words = name.trim().split(/\s+/).filter(Boolean)
  if (!words[0]) return '?'
  const first = firstLetter(words[0])
  const last = words.length > 1 ? firstLetter(words.at(-1) ?? '') : ''
  return `${first}${last && joinsPattern.test(first) ? nonJoiner : ''}${last}`.toUpperCase()
}
