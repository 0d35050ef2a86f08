import type { Webhook, WebhookDelivery } from '@muster/contract/webhooks.ts'
import type { DeliveryRow, WebhookRow } from './webhooks.queries.ts'

export const webhookView = (row: WebhookRow): Webhook => ({
  id: row.id,
  name: row.name,
  address: row.address,
  kinds: row.kinds as Webhook['kinds'],
  zoneIds: row.zone_ids,
  active: row.active,
  failingSince: row.failing_since?.toISOString() ?? null,
  gaveUp: row.gave_up,
  deliveredAt: row.delivered_at?.toISOString() ?? null,
  createdAt: row.created_at.toISOString(),
})

export const deliveryView = (row: DeliveryRow): WebhookDelivery => ({
  id: row.id,
  eventId: row.event_id,
  kind: row.kind as WebhookDelivery['kind'],
  state: row.state,
  body: row.body,
  attempts: row.attempts,
  status: row.status,
  response: row.response,
  problem: row.problem,
  nextTryAt: row.state === 'waiting' ? row.next_try_at.toISOString() : null,
  deliveredAt: row.delivered_at?.toISOString() ?? null,
  createdAt: row.created_at.toISOString(),
})
