import { isSameSecret, signText } from '../../../lib/secrets.ts'

/** The path, relative to PUBLIC_URL, that unsubscribes a recipient. */
export const unsubscribePath = '/report-mail/off'

const signRecipient = (secret: string, recipientId: string) => signText(secret, `report-mail\n${recipientId}`)

/**
 * Creates the unsubscribe link for an email. It can only unsubscribe or resubscribe this address, and is valid while the address is
 * on the list.
 */
export const createUnsubscribeLink = (publicUrl: string, secret: string, recipientId: string) =>
  `${publicUrl}${unsubscribePath}?${new URLSearchParams({ recipient: recipientId, signature: signRecipient(secret, recipientId) })}`

export const isUnsubscribeSignature = (secret: string, recipientId: string, signature: string): boolean =>
  isSameSecret(signature, signRecipient(secret, recipientId))
