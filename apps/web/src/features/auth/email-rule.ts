import { email } from '@muster/contract/auth.ts'

export const emailMessage = 'Please enter a valid email address.'

/** Whether a text, trimmed, is an e-mail address by the rule of the server. Whether it reaches anybody only a mail tells. */
export function isEmail(text: string): boolean {
  return email.safeParse(text.trim()).success
}
