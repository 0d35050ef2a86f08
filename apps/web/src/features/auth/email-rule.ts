import { t } from '@lingui/core/macro'
import { email } from '@muster/contract/auth.ts'

export const emailMessage = t`Please enter a valid email address.`

/** True if a text, trimmed, is an email address by the server's rule. Only an email that arrives proves that it is reachable. */
export function isEmail(text: string): boolean {
  return email.safeParse(text.trim()).success
}
