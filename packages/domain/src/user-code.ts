const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ'
const letters = 12

/**
 * How many random bytes one code takes: 128 bits, taken modulo 26 to the power of 12, favour no code by more than one part in
 * 10^21. Twelve letters of twenty-six are 56.4 bits; the first codes had sixteen letters to choose from, 48 bits, and stay valid.
 */
export const userCodeBytes = 16

const shape = /^MUS-[A-Z]{4}-[A-Z]{4}-[A-Z]{4}$/

/** A code such as `MUS-QKZB-AWTE-XCVM` from 16 cryptographically random bytes; RangeError with fewer. */
export function makeUserCode(randomBytes: Uint8Array): string {
  if (randomBytes.length < userCodeBytes)
    throw new RangeError(`A user code takes ${userCodeBytes} random bytes`)
  let rest = 0n
  for (const byte of randomBytes.subarray(0, userCodeBytes)) rest = rest * 256n + BigInt(byte)
  let text = ''
  for (let i = 0; i < letters; i += 1) {
    text += alphabet.charAt(Number(rest % 26n))
    rest /= 26n
  }
  return group(text)
}

/**
 * What a person typed or pasted, in the form codes are stored: trimmed and upper-cased; spaces and hyphens that were
 * lost or added on the way are put right, and the prefix may be left out. Text that is no code comes back trimmed and
 * upper-cased.
 */
export function normalizeUserCode(text: string): string {
  const plain = text.trim().toUpperCase()
  const bare = plain.replace(/[\s\u2010-\u2015-]/g, '')
  const twelve = /^(?:MUS)?([A-Z]{12})$/.exec(bare)?.[1]
  return twelve ? group(twelve) : plain
}

/** Whether a normalised text has the form of a user code. Whether it belongs to someone only the database knows. */
export function isUserCode(text: string): boolean {
  return shape.test(text)
}

/** The code a text holds somewhere, as the link does with which somebody hands on theirs; otherwise the text, normalised. */
export function userCodeIn(text: string): string {
  const found = /\bMUS-[A-Z]{4}-[A-Z]{4}-[A-Z]{4}\b/i.exec(text)?.[0]
  return normalizeUserCode(found ?? text)
}

function group(text: string): string {
  return `MUS-${text.slice(0, 4)}-${text.slice(4, 8)}-${text.slice(8, 12)}`
}

/**
 * A code as it stands in a field while it is typed: upper case, in groups of four, with the prefix where it was typed. Text
 * that cannot become a code is only upper-cased: what is wrong with it must stay readable.
 */
export function groupUserCode(typed: string): string {
  const plain = typed.toUpperCase()
  const bare = plain.replace(/[\s\u2010-\u2015-]/g, '')
  if (!/^[A-Z]*$/.test(bare)) return plain
  // Twelve letters may begin like the prefix; a thirteenth, or what stands behind it, tells.
  const hasPrefix =
    bare.startsWith('MUS') && (/^\s*MUS[\s\u2010-\u2015-]/.test(plain) || bare.length > letters)
  const code = hasPrefix ? bare.slice(3) : bare
  if (code.length > letters) return plain
  const groups = code.match(/.{1,4}/g) ?? []
  return [...(hasPrefix ? ['MUS'] : []), ...groups].join('-') + (hasPrefix && code === '' ? '-' : '')
}
