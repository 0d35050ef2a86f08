const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ'
const letterCount = 12

/** 128 bits modulo 26¹² favour no code by over one part in 10^21. Old codes of sixteen letters (48 bits) remain valid. */
export const userCodeBytes = 16

const codePattern = /^MUS-[A-Z]{4}-[A-Z]{4}-[A-Z]{4}$/

/** Creates a code such as `MUS-QKZB-AWTE-XCVM` from 16 cryptographically random bytes. Throws RangeError if there are fewer. */
export function makeUserCode(randomBytes: Uint8Array): string {
  if (randomBytes.length < userCodeBytes)
    throw new RangeError(`A user code takes ${userCodeBytes} random bytes`)
  let remaining = 0n
  for (const byte of randomBytes.subarray(0, userCodeBytes)) remaining = remaining * 256n + BigInt(byte)
  let text = ''
  for (let i = 0; i < letterCount; i += 1) {
    text += alphabet.charAt(Number(remaining % 26n))
    remaining /= 26n
  }
  return formatCode(text)
}

/** Corrects case, spaces and hyphens; the prefix may be left out. Other text is only trimmed and upper-cased. */
export function normalizeUserCode(text: string): string {
  const upperCased = text.trim().toUpperCase()
  const compact = upperCased.replace(/[\s\u2010-\u2015-]/g, '')
  const codeLetters = /^(?:MUS)?([A-Z]{12})$/.exec(compact)?.[1]
  return codeLetters ? formatCode(codeLetters) : upperCased
}

/** Returns true if a normalised text has the form of a user code. Only the database knows whether it belongs to somebody. */
export function isUserCode(text: string): boolean {
  return codePattern.test(text)
}

/** Extracts the code from a text such as a shared link; if there is none, returns the normalised text. */
export function findUserCode(text: string): string {
  const match = /\bMUS-[A-Z]{4}-[A-Z]{4}-[A-Z]{4}\b/i.exec(text)?.[0]
  return normalizeUserCode(match ?? text)
}

function formatCode(text: string): string {
  return `MUS-${text.slice(0, 4)}-${text.slice(4, 8)}-${text.slice(8, 12)}`
}

/**
 * Formats a code while it is typed: upper case, in groups of four, with the prefix if it was typed. Text that cannot become a
 * code is only upper-cased, so that the mistake stays readable.
 */
export function groupUserCode(typed: string): string {
  const upperCased = typed.toUpperCase()
  const compact = upperCased.replace(/[\s\u2010-\u2015-]/g, '')
  if (!/^[A-Z]*$/.test(compact)) return upperCased
  // Twelve letters may begin like the prefix; a thirteenth letter, or the character after the prefix, decides.
  const hasPrefix =
    compact.startsWith('MUS') &&
    (/^\s*MUS[\s\u2010-\u2015-]/.test(upperCased) || compact.length > letterCount)
  const code = hasPrefix ? compact.slice(3) : compact
  if (code.length > letterCount) return upperCased
  const groups = code.match(/.{1,4}/g) ?? []
  return [...(hasPrefix ? ['MUS'] : []), ...groups].join('-') + (hasPrefix && code === '' ? '-' : '')
}
