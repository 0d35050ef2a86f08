const graphemeSegmenter = new Intl.Segmenter(undefined, { granularity: 'grapheme' })

/** Returns the first grapheme, which includes the vowel sign of a Devanagari letter. */
const getFirstLetter = (word: string): string => [...graphemeSegmenter.segment(word)][0]?.segment ?? ''

/** Matches text that ends in an Arabic character, because two Arabic initials side by side would join and read as a word. */
const joiningPattern = /\p{Script=Arabic}$/u
const nonJoiner = '\u200c'

/** Returns one or two capital letters for an avatar: "Ana Ruiz" → "AR". Falls back to `?`. */
export function initials(name: string): string {
  const words = name.trim().split(/\s+/).filter(Boolean)
  if (!words[0]) return '?'
  const firstInitial = getFirstLetter(words[0])
  const lastInitial = words.length > 1 ? getFirstLetter(words.at(-1) ?? '') : ''
  return `${firstInitial}${lastInitial && joiningPattern.test(firstInitial) ? nonJoiner : ''}${lastInitial}`.toUpperCase()
}
