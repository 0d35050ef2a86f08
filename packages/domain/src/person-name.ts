/** Shown under a field whose name is refused. */
export const personNameMessage = 'Please enter a name without line breaks, addresses or signs such as < > / @'

// Letters of every script with their marks, figures, and what stands between them in names. The two joiners belong to the
// spelling of many Indic and Persian names.
const characters = /^(?:[\p{L}\p{M}\p{N} .,'’ʼ`´·()-]|\u200C|\u200D)*$/u

// What mail programs make a link of: `evil.example`, but neither `J.R.` nor `Dr. Rao`.
// Exactly two signs on each side say the same as any number, and a long text without dots is searched once.
const linkLike = /[^\s.,()]{2}\.[^\s.,()]{2}/u

// Shorter ones still pass for addresses: `t.co` and `1.1.1.1`, but neither `J.Rao` nor `J.R.`.
const lowerAfterDot = /[^\s.,()]\.\p{Ll}{2}/u
const wellKnownEnd = /[^\s.,()]\.(?:co|com|io|me|net|org)(?![\p{L}\p{M}\p{N}])/iu
const numbersWithDots = /\p{N}\.\p{N}/u
const passesForAddress = (name: string) =>
  [linkLike, lowerAfterDot, wellKnownEnd, numbersWithDots].some(it => it.test(name))

// Some letters have no shape, such as the fillers of Hangul: a name of those alone is no name that anybody could see. A dash is,
// and is what many give who have one name and are asked for two.
const seen = /[^\s\p{M}\p{Default_Ignorable_Code_Point}]/u

/**
 * Whether a text, trimmed, can be a person's name where it is read by others, in mails too: one line with
 * something to see, without anything that could pass for an address or a link. An empty text is one.
 */
export function isPersonName(text: string): boolean {
  const name = text.trim()
  if (name !== '' && !seen.test(name)) return false
  return characters.test(name) && !passesForAddress(name) && !/\bwww\b/i.test(name)
}
