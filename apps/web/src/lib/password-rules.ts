import { i18n } from '@lingui/core'
import { commonPasswordMessage, isCommonPassword, passwordTooShort } from '@muster/domain/sign-up.ts'

/** The rule that a new password breaks, as a text, or null. `min` is in characters and appears in the text. */
export function newPasswordProblem(password: string, min: number): string | null {
  if (password.length < min) return i18n._(passwordTooShort(min))
  return isCommonPassword(password) ? i18n._(commonPasswordMessage) : null
}
