import { commonPasswordMessage, isCommonPassword, passwordTooShort } from '@muster/domain/sign-up.ts'

/** The problem of a new password by the rules, or null. `min` is in characters; the text follows it. */
export function newPasswordProblem(password: string, min: number): string | null {
  if (password.length < min) return passwordTooShort(min)
  return isCommonPassword(password) ? commonPasswordMessage : null
}
