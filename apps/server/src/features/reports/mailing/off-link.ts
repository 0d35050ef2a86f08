import { createHmac, timingSafeEqual } from 'node:crypto'

/** The path, below PUBLIC_URL, that takes a recipient off the list. */
export const offPath = '/report-mail/off'

const sign = (secret: string, recipientId: string) =>
  createHmac('sha256', secret).update(`report-mail\n${recipientId}`).digest('base64url')

/** The unsubscribe link in each mail: valid while the address is on the list, and for nothing else. */
export const offLink = (publicUrl: string, secret: string, recipientId: string) =>
  `${publicUrl}${offPath}?${new URLSearchParams({ recipient: recipientId, signature: sign(secret, recipientId) })}`

export function isOffLink(secret: string, recipientId: string, signature: string): boolean {
  const right = Buffer.from(sign(secret, recipientId))
  const actual = Buffer.from(signature)
  return right.length === actual.length && timingSafeEqual(right, actual)
}
