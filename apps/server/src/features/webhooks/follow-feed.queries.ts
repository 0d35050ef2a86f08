import type { FeedEvent } from '@muster/contract/feed.ts'
import type { WebhookKind } from '@muster/domain/webhook.ts'
import type { OwnerTx, Tx } from '../../db/database.ts'
import { many, oneOrNone, oneValue, run } from '../../db/rows.ts'
import type { DeliveryOrder } from '../../jobs/webhook-queue.ts'
import { type WebhookEvent, type WebhookVisit, webhookKinds } from './webhook-body.ts'

/** A webhook's subscription. It receives events after `afterSeq`. */
export type WebhookSubscription = {
  readonly id: string
  readonly kinds: readonly string[]
  readonly zoneIds: readonly string[] | null
  readonly afterSeq: number
}

/** Reads the feed position and locks it until the transaction ends; undefined while another node is reading. */
export async function lockCursor(tx: Tx): Promise<number | undefined> {
  const row = await oneOrNone(tx)<{ seq: number }>`
    select seq from webhook_cursor for update skip locked`
  return row?.seq
}

export async function moveCursor(tx: OwnerTx, seq: number): Promise<void> {
  await run(tx)`update webhook_cursor set seq = ${seq}`
}

export const listSubscriptions = (tx: OwnerTx) =>
  many(tx)<WebhookSubscription>`
    select id, kinds, zone_ids as "zoneIds", after_seq as "afterSeq" from webhooks where active`

/** True if an active webhook receives one of these kinds. */
export async function isReceived(
  tx: OwnerTx,
  zoneId: string,
  kinds: readonly WebhookKind[],
): Promise<boolean> {
  const rows = await many(tx)`
    select from webhooks where active and kinds && ${[...kinds]}::text[]
      and (zone_ids is null or ${zoneId}::uuid = any(zone_ids)) limit 1`
  return rows.length > 0
}

/** Events up to this number are final. Must run by itself before they are read; see db/functions/feed/writers.sql. */
export const readHorizon = (tx: OwnerTx) => oneValue(tx)<number>`select feed_horizon() as horizon`

/** Returns true if events after this position were dropped by age before they were read. */
export async function isBehind(tx: OwnerTx, seq: number): Promise<boolean> {
  const rows = await many(tx)`select from feed_floor where seq > ${seq}`
  return rows.length > 0
}

/**
 * In (after, upTo], in order; several topics count once, by the zone's. Off zones' topics are also read: the creation of a zone,
 * broadcasts to everyone, and calls for help from people whom no zone knows.
 */
export async function listPublished(
  tx: Tx,
  after: number,
  upTo: number,
  limit: number,
): Promise<WebhookEvent[]> {
  // Disable sequential scans, because a plan cached while the table was small would later scan the whole table.
  await run(tx)`set local enable_seqscan = off`
  const rows = await many(tx)<{
    seq: number
    kind: string
    payload: object
    history: string
    created_at: Date
    zone_name: string | null
    zone_status: string | null
    person: string | null
    visit: WebhookVisit | null
  }>`
    with told as materialized (
      select seq, kind, payload, created_at from feed_events
      where seq > ${after} and seq <= ${upTo} and kind = any(${[...webhookKinds]}::text[])
        and (topic like 'zone:%' or kind = 'zone.created' or topic = 'everyone' and kind = 'broadcast.changed'
          or topic = 'admin' and kind = 'emergency.help' and payload ->> 'zoneId' is null)
      order by seq limit ${limit})
    select e.seq, e.kind, e.payload, e.created_at, left(f.history::text, 8) as history,
      z.name as zone_name, z.status as zone_status, trim(u.first_name || ' ' || u.last_name) as person,
      case when v.id is not null then jsonb_build_object('name', v.name, 'company', v.company, 'hostId', v.host_id, 'way', v.way,
        'signedInAt', v.signed_in_at, 'signedOutAt', v.signed_out_at, 'ended', v.ended) end as visit
    from told e cross join feed_floor f
      left join zones z on z.id = (e.payload ->> 'zoneId')::uuid
      left join user_profiles u on u.id = coalesce(e.payload ->> 'userId', e.payload ->> 'accountId')::uuid
      left join visitor_visits v on e.kind = 'visitors.changed' and v.id = (e.payload ->> 'visitId')::uuid
    order by e.seq`
  return rows.map(row => ({
    seq: row.seq,
    history: row.history,
    writtenAt: row.created_at,
    event: { kind: row.kind, ...row.payload } as FeedEvent,
    zone: row.zone_name === null ? undefined : { name: row.zone_name, status: row.zone_status ?? '' },
    person: row.person ?? undefined,
    visit: row.visit ?? undefined,
  }))
}

export type NewDelivery = { webhookId: string; eventId: string; kind: string; body: string }

/** Inserts deliveries and returns those that did not exist yet. */
export async function insertDeliveries(tx: Tx, deliveries: readonly NewDelivery[]): Promise<DeliveryOrder[]> {
  if (deliveries.length === 0) return []
  return many(tx)<DeliveryOrder>`
    insert into webhook_deliveries (webhook_id, event_id, kind, body)
    select "webhookId", "eventId", kind, body
    from jsonb_to_recordset(${JSON.stringify(deliveries)}::jsonb)
      as d ("webhookId" uuid, "eventId" text, kind text, body text)
    on conflict do nothing returning id, next_try_at as at`
}
