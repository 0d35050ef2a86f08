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

function group(text: string): string {
  return `MUS-${text.slice(0, 4)}-${text.slice(4, 8)}-${text.slice(8, 12)}`
}
