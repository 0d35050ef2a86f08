import { commonPasswordMessage, isCommonPassword, passwordTooShort } from '@muster/domain/sign-up.ts'

/** What the rules have against a new password, or null. `min` is in characters; the text follows it. */
export function newPasswordProblem(password: string, min: number): string | null {
  if (password.length < min) return passwordTooShort(min)
  return isCommonPassword(password) ? commonPasswordMessage : null
}
