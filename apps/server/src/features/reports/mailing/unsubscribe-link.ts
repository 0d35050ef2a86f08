import { createHmac, timingSafeEqual } from 'node:crypto'

/** The path, relative to PUBLIC_URL, that unsubscribes a recipient. */
export const unsubscribePath = '/report-mail/off'

const signRecipient = (secret: string, recipientId: string) =>
  createHmac('sha256', secret).update(`report-mail\n${recipientId}`).digest('base64url')

/**
 * Creates the unsubscribe link for an email. It can only unsubscribe or resubscribe this address, and is valid while the address is
 * on the list.
 */
export const createUnsubscribeLink = (publicUrl: string, secret: string, recipientId: string) =>
  `${publicUrl}${unsubscribePath}?${new URLSearchParams({ recipient: recipientId, signature: signRecipient(secret, recipientId) })}`

export function isUnsubscribeSignature(secret: string, recipientId: string, signature: string): boolean {
  const expected = Buffer.from(signRecipient(secret, recipientId))
  const actual = Buffer.from(signature)
  return expected.length === actual.length && timingSafeEqual(expected, actual)
}
