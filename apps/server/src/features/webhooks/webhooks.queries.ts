import { isDeepStrictEqual } from 'node:util'
import type { DeliveryState, WebhookKind } from '@muster/domain/webhook.ts'
import { sql } from 'kysely'
import { v7 as uuidV7 } from 'uuid'
import type { Tx } from '../../db/database.ts'
import type { DeliveryOrder } from '../../jobs/webhook-queue.ts'
import type { PageOf } from '../../rpc/paging.ts'
import { createPing } from './webhook-body.ts'

const columns = [
  'id',
  'name',
  'address',
  'kinds',
  'zone_ids',
  'active',
  'failing_since',
  'gave_up',
  'delivered_at',
  'created_at',
] as const

type WebhookSettings = {
  readonly name: string
  readonly address: string
  readonly kinds: readonly WebhookKind[]
  readonly zoneIds: readonly string[] | null
}
const toValues = ({ name, address, kinds, zoneIds }: WebhookSettings) => ({
  name,
  address,
  kinds: [...new Set(kinds)],
  zone_ids: zoneIds && [...new Set(zoneIds)],
})

/** All webhooks, oldest first. Requests cannot read secrets. */
export const listWebhooks = (tx: Tx) =>
  tx.selectFrom('webhooks').select(columns).orderBy('created_at').orderBy('id').execute()
export type WebhookRow = Awaited<ReturnType<typeof listWebhooks>>[number]

/** Locks the existing webhooks until the transaction ends, so that concurrent additions are counted one after the other. */
export async function lockWebhooks(tx: Tx): Promise<void> {
  await tx.selectFrom('webhooks').select('id').orderBy('id').forUpdate().execute()
}

export type NewWebhook = WebhookSettings & {
  /** Created by the client, so that a repeated request adds only one; it is not the row's id. */
  readonly requestId: string
  readonly secret: string
  readonly createdBy: string
}

/** Undefined for a repeated request. */
export const insertWebhook = (tx: Tx, webhook: NewWebhook): Promise<WebhookRow | undefined> =>
  tx
    .insertInto('webhooks')
    .values({
      ...toValues(webhook),
      secret: webhook.secret,
      created_by: webhook.createdBy,
      request_id: webhook.requestId,
    })
    .onConflict(conflict => conflict.columns(['created_by', 'request_id']).doNothing())
    .returning(columns)
    .executeTakeFirst()

/** The webhook added by a request of the person; undefined if there is none. */
export const findRequested = (
  tx: Tx,
  { createdBy, requestId }: Pick<NewWebhook, 'createdBy' | 'requestId'>,
): Promise<WebhookRow | undefined> =>
  tx
    .selectFrom('webhooks')
    .select(columns)
    .where('created_by', '=', createdBy)
    .where('request_id', '=', requestId)
    .executeTakeFirst()

/**
 * True if the stored webhook matches the form, which means that the request was repeated. Otherwise the request id belongs to
 * another webhook, or the webhook was changed since.
 */
export function isSameWebhook(row: WebhookRow, webhook: WebhookSettings): boolean {
  const { name, address, kinds, zone_ids } = row
  return isDeepStrictEqual({ name, address, kinds, zone_ids }, toValues(webhook))
}

/** Replaces the secret of the webhook added by this request; false if it was replaced since. */
export async function renewLostSecret(
  tx: Tx,
  { createdBy, requestId, secret }: NewWebhook,
): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('webhooks')
    .set({ secret })
    .where('created_by', '=', createdBy)
    .where('request_id', '=', requestId)
    .where('previous_until', 'is', null)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

export const updateWebhook = (
  tx: Tx,
  id: string,
  webhook: WebhookSettings & { readonly active: boolean },
): Promise<WebhookRow | undefined> =>
  tx
    .updateTable('webhooks')
    .set({ ...toValues(webhook), active: webhook.active })
    .where('id', '=', id)
    .returning(columns)
    .executeTakeFirst()

/** Deletes a webhook and returns its name; undefined if this id does not exist. */
export async function deleteWebhook(tx: Tx, id: string): Promise<string | undefined> {
  const row = await tx.deleteFrom('webhooks').where('id', '=', id).returning('name').executeTakeFirst()
  return row?.name
}

export async function hasWebhook(tx: Tx, id: string): Promise<boolean> {
  const row = await tx.selectFrom('webhooks').select('id').where('id', '=', id).executeTakeFirst()
  return row !== undefined
}

/**
 * Sets a new secret; the previous one also signs for a day. If a new secret is requested again within a quarter of an hour, after a
 * lost response, the lost secret does not count as the previous one, because the receiver still has the one before it. Returns the
 * name; undefined if this id does not exist.
 */
export async function replaceSecret(tx: Tx, id: string, secret: string): Promise<string | undefined> {
  const { rows } = await sql<{ name: string }>`
    update webhooks w set secret = ${secret},
      previous_secret = case when again then previous_secret else w.secret end,
      previous_until = case when again then previous_until else now() + interval '1 day' end
    from (select coalesce(previous_until > now() + interval '23 hours 45 minutes', false) as again
      from webhooks where id = ${id} for update) asked
    where id = ${id} returning name`.execute(tx)
  return rows[0]?.name
}

export type DeliveryRow = {
  id: string
  event_id: string
  kind: string
  body: string
  state: DeliveryState
  attempts: number
  status: number | null
  response: string | null
  problem: string | null
  next_try_at: Date
  delivered_at: Date | null
  created_at: Date
}

const deliveryColumns = sql.raw(
  'id, event_id, kind, body, state, attempts, status, response, problem, next_try_at, delivered_at, created_at',
)

/** Deliveries of a webhook, newest first, after a cursor. Ids are in time order. Index: webhook_deliveries_webhook. */
export async function listDeliveries(
  tx: Tx,
  webhookId: string,
  { after, limit }: PageOf<string>,
): Promise<DeliveryRow[]> {
  const { rows } = await sql<DeliveryRow>`
    select ${deliveryColumns} from webhook_deliveries
    where webhook_id = ${webhookId} ${after ? sql`and id < ${after}` : sql``}
    order by id desc limit ${limit}`.execute(tx)
  return rows
}

/** Makes a delivery due immediately, with all its attempts available again. Undefined if this id does not exist. */
export async function beginAgain(tx: Tx, id: string): Promise<DeliveryRow | undefined> {
  const { rows } = await sql<DeliveryRow>`
    update webhook_deliveries set state = 'waiting', attempts = 0, next_try_at = now(), delivered_at = null
    where id = ${id} returning ${deliveryColumns}`.execute(tx)
  return rows[0]
}

export async function insertPing(tx: Tx, webhookId: string, now: Date): Promise<DeliveryRow> {
  const eventId = `ping-${uuidV7()}`
  const { rows } = await sql<DeliveryRow>`
    insert into webhook_deliveries (webhook_id, event_id, kind, body)
    values (${webhookId}, ${eventId}, 'ping', ${createPing(eventId, now)}) returning ${deliveryColumns}`.execute(
    tx,
  )
  const [row] = rows
  if (!row) throw new Error('A ping was not written down')
  return row
}

/** The queue order of a due delivery. */
export const toOrder = ({ id, next_try_at }: DeliveryRow): DeliveryOrder => ({ id, at: next_try_at })
