import { t } from '@lingui/core/macro'
import { email } from '@muster/contract/auth.ts'

export const emailMessage = t`Please enter a valid email address.`

/** True if the trimmed text is an email address by the server's rule. This does not prove that the address can be reached. */
export function isEmail(text: string): boolean {
  return email.safeParse(text.trim()).success
}
