/**
 * Sixteen consonants: none is taken for a digit or for another letter (I, L, O), no word can form, and sixteen divides
 * 256, so one random byte gives one letter without bias. Twelve letters are 48 bits.
 */
const alphabet = 'BCDFGHJKMNPRSTWX'
const letters = 12

/** How many random bytes one code takes. */
export const userCodeBytes = letters

const shape = /^MUS-[A-Z]{4}-[A-Z]{4}-[A-Z]{4}$/

/** A code such as `MUS-BCDF-GHJK-MNPR` from at least 12 cryptographically random bytes; RangeError with fewer. */
export function makeUserCode(randomBytes: Uint8Array): string {
  if (randomBytes.length < letters) throw new RangeError(`A user code takes ${letters} random bytes`)
  const text = Array.from(randomBytes.subarray(0, letters), byte =>
    alphabet.charAt(byte % alphabet.length),
  ).join('')
  return group(text)
}

/**
 * What a person typed or pasted, in the form codes are stored: trimmed and upper-cased; spaces and hyphens that were
 * lost or added on the way are put right. Text that is no code comes back trimmed and upper-cased.
 */
export function normalizeUserCode(text: string): string {
  const plain = text.trim().toUpperCase()
  const bare = plain.replace(/[\s\u2010-\u2015-]/g, '')
  return /^MUS[A-Z]{12}$/.test(bare) ? group(bare.slice(3)) : plain
}

/** Whether a normalised text has the form of a user code. Whether it belongs to someone only the database knows. */
export function isUserCode(text: string): boolean {
  return shape.test(text)
}

function group(text: string): string {
  return `MUS-${text.slice(0, 4)}-${text.slice(4, 8)}-${text.slice(8, 12)}`
}
