import {
  deliveryStates,
  pingKind,
  webhookAddressMost,
  webhookKinds,
  webhooksMost,
  webhookZonesMost,
} from '@muster/domain/webhook.ts'
import { z } from 'zod'
import { callsTagged } from './base.ts'
import { pick } from './errors.ts'
import { id, instant } from './ids.ts'
import { page, paging } from './paging.ts'
import { oneLine, text } from './texts.ts'

const { signedIn } = callsTagged('webhooks')

/** An address that is told of what happens, each time with a signature. Its secret is never sent back. */
export const webhook = z.object({
  id,
  name: z.string(),
  address: z.string(),
  kinds: z.array(z.enum(webhookKinds)).max(webhookKinds.length),
  /** Null: of every zone. */
  zoneIds: z.array(id).max(webhookZonesMost).nullable(),
  active: z.boolean(),
  /** Since when every delivery has failed; null while they arrive. */
  failingSince: instant.nullable(),
  /** Switched off by the server, because nothing arrived for a day. */
  gaveUp: z.boolean(),
  deliveredAt: instant.nullable(),
  createdAt: instant,
})
export type Webhook = z.infer<typeof webhook>

export const webhookDelivery = z.object({
  id,
  /** The same in every try, and when it is sent again: receivers drop what they have. */
  eventId: z.string(),
  kind: z.enum([...webhookKinds, pingKind]),
  state: z.enum(deliveryStates),
  /** The body as sent, to the letter. */
  body: z.string(),
  attempts: z.int(),
  /** Status of the last answer; null where there was none. */
  status: z.int().nullable(),
  /** The beginning of the last answer. */
  response: z.string().nullable(),
  /** Why the last try failed. */
  problem: z.string().nullable(),
  /** When it is tried next; null when it is not. */
  nextTryAt: instant.nullable(),
  deliveredAt: instant.nullable(),
  createdAt: instant,
})
export type WebhookDelivery = z.infer<typeof webhookDelivery>

const settings = {
  name: oneLine(60).min(1, 'A name is required'),
  address: text(webhookAddressMost).min(1, 'An address is required'),
  kinds: z.array(z.enum(webhookKinds)).min(1, 'Choose at least one event').max(webhookKinds.length),
  zoneIds: z.array(id).min(1, 'Choose at least one zone').max(webhookZonesMost).nullable(),
}
const one = z.strictObject({ webhookId: id })

export const webhooks = {
  /** All there are, the oldest first. */
  list: signedIn('GET /webhooks', 'list_webhooks', 'List webhooks').output(
    z.object({ webhooks: z.array(webhook).max(webhooksMost) }),
  ),
  /**
   * A new webhook, told of what happens from now on. Its secret is answered here and never again. `requestId` is made by the
   * client: sent again after a lost answer it makes no second one, but answers the same with a new secret, and the one that was lost
   * signs nothing any more. With other content, or where the webhook or its secret was changed since, it is refused.
   */
  create: signedIn('POST /webhooks', 'create_webhook', 'Create a webhook')
    .input(z.strictObject({ ...settings, requestId: id }))
    .output(z.object({ webhook, secret: z.string() }))
    .errors(pick('WEBHOOKS_FULL', 'WEBHOOK_ADDRESS_INVALID', 'REQUEST_ID_TAKEN')),
  /** Events that came while it was switched off are not delivered later. */
  update: signedIn('PUT /webhooks/{webhookId}', 'update_webhook', 'Change a webhook')
    .input(one.extend({ ...settings, active: z.boolean() }))
    .output(webhook)
    .errors(pick('NOT_FOUND', 'WEBHOOK_ADDRESS_INVALID')),
  /** A new secret. For a day each delivery is signed with the former one as well. */
  rotateSecret: signedIn(
    'POST /webhooks/{webhookId}/secret',
    'rotate_webhook_secret',
    'Make a new secret for a webhook',
  )
    .input(one)
    .output(z.object({ secret: z.string() }))
    .errors(pick('NOT_FOUND')),
  /** With the log of its deliveries. */
  remove: signedIn('DELETE /webhooks/{webhookId}', 'remove_webhook', 'Remove a webhook')
    .input(one)
    .output(z.object({ removed: z.literal(true) }))
    .errors(pick('NOT_FOUND')),
  /** Sends a `ping`, switched off or not. */
  test: signedIn('POST /webhooks/{webhookId}/test', 'test_webhook', 'Send a test delivery to a webhook')
    .input(one)
    .output(webhookDelivery)
    .errors(pick('NOT_FOUND')),
  /** The deliveries of the last two weeks, the newest first. */
  deliveries: signedIn(
    'GET /webhooks/{webhookId}/deliveries',
    'list_webhook_deliveries',
    'List the deliveries of a webhook',
  )
    .input(paging.extend({ webhookId: id }))
    .output(page(webhookDelivery))
    .errors(pick('NOT_FOUND', 'CURSOR_INVALID')),
  /** Sends one again, at once and with all its tries, whatever became of it. */
  resend: signedIn(
    'POST /webhooks/deliveries/{deliveryId}/resend',
    'resend_webhook_delivery',
    'Send a delivery again',
  )
    .input(z.strictObject({ deliveryId: id }))
    .output(webhookDelivery)
    .errors(pick('NOT_FOUND')),
}
