const pattern = /^[^\s@]+@[^\s@]+\.[^\s@]+$/

export const emailMessage = 'Please enter a valid email address.'

/** Whether a text, trimmed, looks like an e-mail address. Whether it is one only a mail tells. */
export function isEmail(text: string): boolean {
  return pattern.test(text.trim())
}
