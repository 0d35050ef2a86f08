/** Seconds that a code of an authenticator app stands for (RFC 6238). */
export const codeSeconds = 30
export const recoveryCodesMost = 10
const recoveryCodeLength = 16

/** Without letters and digits that look alike: recovery codes are read from paper. */
const alphabet = 'ABCDEFGHJKLMNPQRSTUVWXYZ23456789'

/** A recovery code of 80 random bits, in groups of four. `bytes`: 16 random ones. */
export function makeRecoveryCode(bytes: Uint8Array): string {
  const letters = Array.from(bytes.subarray(0, recoveryCodeLength), byte => alphabet[byte % alphabet.length])
  return grouped(letters.join(''))
}
export const recoveryCodeBytes = recoveryCodeLength

/** Whether it is a code as authenticator apps show it, spaces aside. */
export const isAppCode = (typed: string): boolean => /^\d{6}$/.test(typed.replace(/\s/g, ''))

/** What was typed, in the form in which codes are compared: capitals and digits alone. */
export const plainCode = (typed: string): string => typed.toUpperCase().replace(/[^A-Z0-9]/g, '')

/** In groups of four, as one reads a secret aloud or types it. */
export const grouped = (letters: string): string => letters.match(/.{1,4}/g)?.join(letterGap) ?? ''
const letterGap = '-'

/** The numbers of the codes that count at a moment (ms): the present one, and those beside it for a clock that is not exact. */
export function countersAt(now: number): readonly number[] {
  const present = Math.floor(now / 1_000 / codeSeconds)
  return [present - 1, present, present + 1]
}
