import { i18n } from '@lingui/core'
import { commonPasswordMessage, isCommonPassword, passwordTooShortMessage } from '@muster/domain/sign-up.ts'

/** Returns the message for the rule that a new password breaks, or null. `min`, in characters, appears in the message. */
export function getNewPasswordProblem(password: string, min: number): string | null {
  if (password.length < min) return i18n._(passwordTooShortMessage(min))
  return isCommonPassword(password) ? i18n._(commonPasswordMessage) : null
}
