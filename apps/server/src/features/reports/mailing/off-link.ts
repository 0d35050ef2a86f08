import { createHmac, timingSafeEqual } from 'node:crypto'

/** The path below PUBLIC_URL that unsubscribes a recipient. */
export const offPath = '/report-mail/off'

const sign = (secret: string, recipientId: string) =>
  createHmac('sha256', secret).update(`report-mail\n${recipientId}`).digest('base64url')

/** The unsubscribe link in each email, valid only for this purpose and while the address is on the list. */
export const offLink = (publicUrl: string, secret: string, recipientId: string) =>
  `${publicUrl}${offPath}?${new URLSearchParams({ recipient: recipientId, signature: sign(secret, recipientId) })}`

export function isOffLink(secret: string, recipientId: string, signature: string): boolean {
  const right = Buffer.from(sign(secret, recipientId))
  const actual = Buffer.from(signature)
  return right.length === actual.length && timingSafeEqual(right, actual)
}
