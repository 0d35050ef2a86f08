/** What a webhook may be told of. */
export const webhookKinds = [
  'presence.entered',
  'presence.left',
  'sharing.started',
  'sharing.ended',
  'zone.created',
  'zone.updated',
  'zone.suspended',
  'zone.deleted',
  'membership.added',
  'membership.accepted',
  'membership.changed',
  'membership.removed',
  'hazard.reported',
  'hazard.changed',
  'broadcast.sent',
] as const
export type WebhookKind = (typeof webhookKinds)[number]

/** What is delivered to try an address out, whatever its webhook is told of. */
export const pingKind = 'ping'

/** How far a delivery has come. */
export const deliveryStates = ['waiting', 'delivered', 'given_up'] as const
export type DeliveryState = (typeof deliveryStates)[number]

/** Webhooks of an installation, and zones that one may be bound to; the specification names no such numbers. */
export const webhooksMost = 20
export const webhookZonesMost = 200
export const webhookAddressMost = 2_000

/** The pauses between the tries of a delivery, in seconds: eight tries within a day and some minutes. */
export const deliveryPauses = [30, 120, 600, 3_600, 10_800, 28_800, 43_200] as const

/**
 * What is wrong with an address as it is written; undefined where nothing is. `insecure`: without https is right as well. Where
 * its host leads is another question, asked again at each delivery.
 */
export function webhookAddressProblem(address: string, insecure = false): string | undefined {
  // A parser leaves line breaks out, and administrators would read another address than the one that is asked.
  if (!URL.canParse(address) || /[\s\p{Cc}\p{Cf}]/u.test(address))
    return 'Enter an address such as https://example.org/muster'
  const { protocol, username, password } = new URL(address)
  if (protocol !== 'https:' && !(insecure && protocol === 'http:'))
    return 'The address must begin with https://'
  // It is shown to every administrator.
  if (username || password) return 'The address must not hold a user name or password'
  return undefined
}
