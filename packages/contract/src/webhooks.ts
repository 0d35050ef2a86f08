import {
  deliveryStates,
  maxWebhookAddressLength,
  maxWebhooks,
  maxWebhookZones,
  pingKind,
  webhookKinds,
} from '@muster/domain/webhook.ts'
import { z } from 'zod'
import { callsTagged } from './base.ts'
import { pick } from './errors.ts'
import { id, instant } from './ids.ts'
import { page, paging } from './paging.ts'
import { oneLine, text } from './texts.ts'

const { signedIn } = callsTagged('webhooks')

/** A URL that receives signed events. Its secret is never sent back. */
export const webhook = z.object({
  id,
  name: z.string(),
  address: z.string(),
  kinds: z.array(z.enum(webhookKinds)).max(webhookKinds.length),
  /** Null means every zone. */
  zoneIds: z.array(id).max(maxWebhookZones).nullable(),
  active: z.boolean(),
  /** The start of the current series of failed deliveries; null while deliveries succeed. */
  failingSince: instant.nullable(),
  /** True if the server switched the webhook off because nothing could be delivered for a day. */
  gaveUp: z.boolean(),
  deliveredAt: instant.nullable(),
  createdAt: instant,
})
export type Webhook = z.infer<typeof webhook>

export const webhookDelivery = z.object({
  id,
  /** The same id in every attempt and when resent, so that receivers can drop duplicates. */
  eventId: z.string(),
  kind: z.enum([...webhookKinds, pingKind]),
  state: z.enum(deliveryStates),
  /** The exact body that was sent. */
  body: z.string(),
  attempts: z.int(),
  /** The HTTP status of the last response; null if there was none. */
  status: z.int().nullable(),
  /** The beginning of the last response body. */
  response: z.string().nullable(),
  /** Why the last attempt failed. */
  problem: z.string().nullable(),
  /** When the next attempt is due; null if there is none. */
  nextTryAt: instant.nullable(),
  deliveredAt: instant.nullable(),
  createdAt: instant,
})
export type WebhookDelivery = z.infer<typeof webhookDelivery>

const settingsFields = {
  name: oneLine(60).min(1, 'A name is required'),
  address: text(maxWebhookAddressLength).min(1, 'An address is required'),
  kinds: z.array(z.enum(webhookKinds)).min(1, 'Choose at least one event').max(webhookKinds.length),
  zoneIds: z.array(id).min(1, 'Choose at least one zone').max(maxWebhookZones).nullable(),
}
const webhookRef = z.strictObject({ webhookId: id })

export const webhooks = {
  list: signedIn('GET /webhooks', 'list_webhooks', 'List webhooks').output(
    z.object({ webhooks: z.array(webhook).max(maxWebhooks) }),
  ),
  /**
   * Events from now on. The secret is only returned here. Repeating `requestId` returns the first with a new secret, and the lost
   * one stops signing; rejected if the content differs or the webhook changed.
   */
  create: signedIn('POST /webhooks', 'create_webhook', 'Create a webhook')
    .input(z.strictObject({ ...settingsFields, requestId: id }))
    .output(z.object({ webhook, secret: z.string() }))
    .errors(pick('WEBHOOKS_FULL', 'WEBHOOK_ADDRESS_INVALID', 'REQUEST_ID_TAKEN')),
  /** Events from a time when it was switched off are not delivered later. */
  update: signedIn('PUT /webhooks/{webhookId}', 'update_webhook', 'Change a webhook')
    .input(webhookRef.extend({ ...settingsFields, active: z.boolean() }))
    .output(webhook)
    .errors(pick('NOT_FOUND', 'WEBHOOK_ADDRESS_INVALID')),
  /** Creates a new secret. For a day, each delivery is also signed with the previous one. */
  rotateSecret: signedIn(
    'POST /webhooks/{webhookId}/secret',
    'rotate_webhook_secret',
    'Make a new secret for a webhook',
  )
    .input(webhookRef)
    .output(z.object({ secret: z.string() }))
    .errors(pick('NOT_FOUND')),
  /** Removes its delivery log too. */
  remove: signedIn('DELETE /webhooks/{webhookId}', 'remove_webhook', 'Remove a webhook')
    .input(webhookRef)
    .output(z.object({ removed: z.literal(true) }))
    .errors(pick('NOT_FOUND')),
  /** Even if the webhook is switched off. */
  test: signedIn('POST /webhooks/{webhookId}/test', 'test_webhook', 'Send a test delivery to a webhook')
    .input(webhookRef)
    .output(webhookDelivery)
    .errors(pick('NOT_FOUND')),
  /** Lists the deliveries from the last two weeks, newest first. */
  deliveries: signedIn(
    'GET /webhooks/{webhookId}/deliveries',
    'list_webhook_deliveries',
    'List the deliveries of a webhook',
  )
    .input(paging.extend({ webhookId: id }))
    .output(page(webhookDelivery))
    .errors(pick('NOT_FOUND', 'CURSOR_INVALID')),
  /** Sends a delivery again immediately, whatever its outcome, with the full number of attempts. */
  resend: signedIn(
    'POST /webhooks/deliveries/{deliveryId}/resend',
    'resend_webhook_delivery',
    'Send a delivery again',
  )
    .input(z.strictObject({ deliveryId: id }))
    .output(webhookDelivery)
    .errors(pick('NOT_FOUND')),
}
