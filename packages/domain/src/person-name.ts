import { msg } from '@lingui/core/runtime-macro'

/** The message shown below a field with an invalid name. */
export const personNameMessage = msg`Please enter a name without line breaks, links or symbols such as < > / @`

// Letters of every script with their marks, digits, and the separators that names use. Many Indic and Persian names need the two
// joiners.
const allowedCharactersPattern = /^(?:[\p{L}\p{M}\p{N} .,'’ʼ`´·()-]|\u200C|\u200D)*$/u

// Matches text that email programs turn into a link: `evil.example`, but neither `J.R.` nor `Dr. Rao`. Two characters on each side
// match the same texts as a longer pattern would, but a long text without dots is scanned only once.
const linkPattern = /[^\s.,()]{2}\.[^\s.,()]{2}/u

// Shorter texts can still look like addresses: `t.co` and `1.1.1.1`, but neither `J.Rao` nor `J.R.`.
const lowerAfterDotPattern = /[^\s.,()]\.\p{Ll}{2}/u
const wellKnownDomainPattern = /[^\s.,()]\.(?:co|com|io|me|net|org)(?![\p{L}\p{M}\p{N}])/iu
const numbersWithDotsPattern = /\p{N}\.\p{N}/u
const looksLikeAddress = (name: string) =>
  [linkPattern, lowerAfterDotPattern, wellKnownDomainPattern, numbersWithDotsPattern].some(it =>
    it.test(name),
  )

// Some letters are invisible, such as the Hangul fillers, and a name made only of them would be invisible too. A dash is visible,
// and people with a single name often enter a dash as the second.
const visibleCharacterPattern = /[^\s\p{M}\p{Default_Ignorable_Code_Point}]/u

/** Trimmed: one line, visible, nothing like an address or a link. An empty text is allowed. */
export function isPersonName(text: string): boolean {
  const name = text.trim()
  if (name !== '' && !visibleCharacterPattern.test(name)) return false
  return allowedCharactersPattern.test(name) && !looksLikeAddress(name) && !/\bwww\b/i.test(name)
}

/** The same for the name of a company or department, such as `Fischer & Söhne`, `Maersk A/S` or `Yahoo!`. */
export const isCompanyName = (text: string): boolean => isPersonName(text.replaceAll(/[&+!#]|\b\/\b/g, ' '))
