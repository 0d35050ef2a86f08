/** Seconds for which an authenticator app shows a code (RFC 6238). */
export const codeSeconds = 30
export const maxRecoveryCodes = 10
const recoveryCodeLength = 16

/** Excludes letters and digits that look alike, because people read recovery codes from paper. */
const alphabet = 'ABCDEFGHJKLMNPQRSTUVWXYZ23456789'

/** Creates a recovery code of 80 random bits, in groups of four. `bytes`: 16 random bytes. */
export function makeRecoveryCode(bytes: Uint8Array): string {
  const letters = Array.from(bytes.subarray(0, recoveryCodeLength), byte => alphabet[byte % alphabet.length])
  return groupLetters(letters.join(''))
}
export const recoveryCodeBytes = recoveryCodeLength

/** Returns true for six digits, as authenticator apps show a code, ignoring spaces. */
export const isAppCode = (typed: string): boolean => /^\d{6}$/.test(typed.replace(/\s/g, ''))

/** Normalises typed text for comparison with codes: only capitals and digits. */
export const normalizeCode = (typed: string): string => typed.toUpperCase().replace(/[^A-Z0-9]/g, '')

/** Separates characters into groups of four, which are easier to read aloud or type. */
export const groupLetters = (letters: string): string => letters.match(/.{1,4}/g)?.join(letterGap) ?? ''
const letterGap = '-'

/** Returns the counters whose codes are valid at a moment (ms): the current one, and its neighbours to allow for inexact clocks. */
export function countersAt(now: number): readonly number[] {
  const currentCounter = Math.floor(now / 1_000 / codeSeconds)
  return [currentCounter - 1, currentCounter, currentCounter + 1]
}
