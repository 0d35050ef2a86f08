import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/runtime-macro'

/** The kinds of events that a webhook can subscribe to. */
export const webhookKinds = [
  'presence.entered',
  'presence.left',
  'visitor.signed_in',
  'visitor.signed_out',
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
  'emergency.declared',
  'emergency.help',
  'emergency.all_clear',
  'badge.in',
  'badge.out',
] as const
export type WebhookKind = (typeof webhookKinds)[number]

/** The kind of the test event, which is delivered whatever the webhook subscribes to. */
export const pingKind = 'ping'

/** The stored reason why a delivery of a disabled webhook was not sent. Screens show it in the reader's language. */
export const disabledWebhookProblem = 'disabled'

export const deliveryStates = ['waiting', 'delivered', 'given_up'] as const
export type DeliveryState = (typeof deliveryStates)[number]

/** Maximum webhooks per installation, and maximum zones per webhook. The specification gives no numbers. */
export const maxWebhooks = 20
export const maxWebhookZones = 200
export const maxWebhookAddressLength = 2_000

/** The pauses between delivery attempts, in seconds: eight attempts within a little more than a day. */
export const deliveryPausesS = [30, 120, 600, 3_600, 10_800, 28_800, 43_200] as const

/**
 * Returns what is wrong with a URL as written, or undefined if nothing is. `insecure` also allows http. Each delivery separately
 * checks the IP address to which the host resolves.
 */
export function webhookAddressProblem(address: string, insecure = false): MessageDescriptor | undefined {
  // URL parsers drop line breaks, so administrators would see a different URL from the one that is called.
  if (!URL.canParse(address) || /[\s\p{Cc}\p{Cf}]/u.test(address))
    return msg`Enter an address such as https://example.org/muster`
  const { protocol, username, password } = new URL(address)
  if (protocol !== 'https:' && !(insecure && protocol === 'http:'))
    return msg`The address must start with https://`
  // Every administrator can see the URL.
  if (username || password) return msg`The address can’t contain a username or password`
  return undefined
}
