import { sql } from 'kysely'
import type { OwnerTx, Tx } from '../../db/database.ts'
import { many, oneValue, run } from '../../db/rows.ts'

export type Channel = 'push' | 'mail'

/** Most urgent first. A call for everybody is thousands of urgent deliveries, for which a call for help must not wait. */
export const urgencies = ['help', 'urgent', 'ordinary'] as const
export type Urgency = (typeof urgencies)[number]

/** An alert to be delivered to a person outside the app. */
export type Delivery = {
  alert_id: string
  channel: Channel
  attempts: number
  postponed: number
  /** The ids of the subscriptions left to try after a success on others; null for all. */
  devices: string[] | null
  urgency: Urgency
  user_id: string
  type: string
  title: string
  description: string
  metadata: {
    hazardId?: string
    broadcastId?: string
    answerTo?: string
    personId?: string
    emergencyId?: string
    opens?: 'board' | 'captain'
    endedAt?: string
    meaning?: string
    urgent?: boolean
  }
  zone_id: string | null
  /** False once the account is inactive, the person no longer belongs to the zone, or the emergency that called them is over. */
  concerns: boolean
  /** Remains false for alerts stored as read only because their type is hidden from the inbox. */
  was_read: boolean
  unread: number
  email: string | null
  /** The language in which the person currently reads. The alert itself stays as it was written. */
  language: string
}

/** True unless the delivery is an ordinary one. */
export const isUrgent = ({ urgency }: Pick<Delivery, 'urgency'>): boolean => urgency !== 'ordinary'

const MAX_ORDER_FAILURES = 3

/**
 * Calls for help first, then urgent jobs, then the oldest; not those that failed three times (`failures`). False if none is left.
 */
export async function processOrder(tx: OwnerTx, failures = new Map<string, number>()): Promise<boolean> {
  const skippedIds = [...failures].filter(([, count]) => count >= MAX_ORDER_FAILURES).map(([id]) => id)
  const rows = await many(tx)<{ id: string }>`
    select id from alert_orders where id <> all(${skippedIds}::uuid[])
    order by coalesce(metadata ->> 'urgent' = 'true', false) desc, coalesce(metadata ->> 'meaning' = 'help', false) desc, id
    limit 1 for update skip locked`
  const [order] = rows
  if (!order) return false
  try {
    await run(tx)`select work_off_alert_order(${order.id})`
  } catch (error) {
    failures.set(order.id, (failures.get(order.id) ?? 0) + 1)
    throw error
  }
  return true
}

/** True if an alert job waits or a delivery is due. Uses the index alert_deliveries_waiting. */
export const hasWork = (tx: Tx) =>
  oneValue(tx)<boolean>`
    select exists (select from alert_orders) or exists (
      select from unnest(array['push', 'mail']) way,
        (values (true, true), (true, false), (false, false)) level (urgent, calls_help), lateral (
        select from alert_deliveries
        where state = 'waiting' and channel = way and urgent = level.urgent and calls_help = level.calls_help and next_try_at <= now()
          and (taken_until is null or taken_until < now()) limit 1) due) as has_work`

/** Skips all pending emails. Used if email is not set up. */
export async function skipMails(tx: OwnerTx): Promise<void> {
  await run(tx)`
    update alert_deliveries set state = 'skipped', taken_until = null
    where state = 'waiting' and channel = 'mail'`
}

export type DeliveryRequest = {
  readonly channel: Channel
  readonly urgency: Urgency
  readonly limit: number
  /** The recipients of deliveries in progress, on this channel and with this urgency; twice for two deliveries. */
  readonly busy: readonly string[]
}

/** Concurrency limit per person and channel. Deliveries of each urgency are counted separately. */
const MAX_PER_PERSON = 2
/** Maximum number of rows a query scans for people below their limit. */
const SCAN_LIMIT = 200

/**
 * Retried after the all clear, "Leave the yard" would send people out again. Not for calls for help and the all clear (`meaning`).
 * Contacts who may not open the emergency have its id in the source only. The alert is `a`.
 */
const isCallAfterAllClear = sql<boolean>`(a.metadata ->> 'meaning' is null and exists (
  select from emergencies e where e.id = coalesce(a.metadata ->> 'emergencyId', substring(a.source from '^emergency:([0-9a-f-]{36})'))::uuid and e.all_clear_at is not null))`

/**
 * Claims for a minute; then due again, if the node died. Membership and account are checked here, at the last moment. A broadcast is
 * delivered in full, although its alert is an excerpt. Index: alert_deliveries_waiting.
 */
export const takeDeliveries = (tx: Tx, { channel, urgency, limit, busy }: DeliveryRequest) =>
  many(tx)<Delivery>`
    with waiting as (
      select alert_id, user_id, next_try_at from alert_deliveries
      where state = 'waiting' and channel = ${channel} and urgent = ${urgency !== 'ordinary'} and calls_help = ${urgency === 'help'}
        and next_try_at <= now()
        and (taken_until is null or taken_until < now())
        and coalesce(cardinality(array_positions(${[...busy]}::uuid[], user_id)), 0) < ${MAX_PER_PERSON}
      order by next_try_at limit ${SCAN_LIMIT}),
    ranked as (
      select *, row_number() over (partition by user_id order by next_try_at, alert_id)
        + coalesce(cardinality(array_positions(${[...busy]}::uuid[], user_id)), 0) as nth
      from waiting),
    due as (
      select d.alert_id from alert_deliveries d join ranked r on r.alert_id = d.alert_id
      where d.channel = ${channel} and d.state = 'waiting' and (d.taken_until is null or d.taken_until < now())
        and r.nth <= ${MAX_PER_PERSON}
      order by r.next_try_at limit ${limit} for update of d skip locked),
    taken as (
      update alert_deliveries d set attempts = d.attempts + 1, taken_until = now() + interval '1 minute'
      from due where d.alert_id = due.alert_id and d.channel = ${channel}
      returning d.alert_id, d.channel, d.attempts, d.postponed, d.devices)
    select t.*, ${urgency} as urgency, a.user_id, a.type, a.title, coalesce(b.message, a.description) as description, a.metadata, a.zone_id,
      alert_concerns(a.user_id, a.zone_id, a.type, a.metadata) and not ${isCallAfterAllClear} as concerns,
      a.is_read and a.updated_at > a.created_at as was_read,
      (select count(*) from user_alerts n where n.user_id = a.user_id and not n.is_read) as unread,
      (select m.email from auth.users m where m.id = a.user_id and m.email_verified) as email,
      (select reading_language(u.id, u.language) from user_profiles u where u.id = a.user_id) as language
    from taken t join user_alerts a on a.id = t.alert_id
      left join broadcasts b on b.id = (a.metadata ->> 'broadcastId')::uuid
        and (a.source = 'broadcast:' || b.id or a.source like 'broadcast:' || b.id || ':reminder:%')`

/** The subscriptions left to try after a success on other devices. */
type DeviceSubset = { readonly devices?: readonly string[] }
export type Outcome =
  | { readonly state: 'sent' | 'skipped' }
  | ({ readonly state: 'failed'; readonly problem: string } & DeviceSubset)
  | { readonly state: 'waiting'; readonly problem: string; readonly againMs: number }
  /** The delivery remains pending and does not count as an attempt, because nothing was sent. */
  | ({ readonly state: 'postponed'; readonly problem: string; readonly againMs: number } & DeviceSubset)

export type SettledDelivery = { readonly delivery: Delivery; readonly outcome: Outcome }

/** Also marks pushed broadcasts. Locks rows in the same order as `delete_alerts`, to avoid deadlocks. */
export async function finishDeliveries(tx: Tx, settled: readonly SettledDelivery[]): Promise<void> {
  const rows = settled.map(({ delivery: { alert_id, channel }, outcome }) => ({
    alert_id,
    channel,
    state: outcome.state === 'postponed' ? 'waiting' : outcome.state,
    postponed: outcome.state === 'postponed' ? 1 : 0,
    // Removes NUL and unpaired surrogates, which jsonb does not accept, because this is text from another server.
    problem: 'problem' in outcome ? outcome.problem.slice(0, 300).replaceAll('\0', '').toWellFormed() : null,
    again_ms: 'againMs' in outcome ? outcome.againMs : 0,
    devices: 'devices' in outcome ? outcome.devices : null,
  }))
  await run(tx)`
    with it as (
      select * from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb)
        as it (alert_id uuid, channel text, state text, postponed int, problem text, again_ms float8, devices uuid[])),
    locked as (
      select d.alert_id, d.channel from alert_deliveries d join it on d.alert_id = it.alert_id and d.channel = it.channel
      order by d.alert_id, d.channel for update of d)
    update alert_deliveries d set state = it.state, problem = it.problem, taken_until = null,
      attempts = d.attempts - it.postponed, postponed = d.postponed + it.postponed, devices = coalesce(it.devices, d.devices),
      next_try_at = now() + it.again_ms * interval '1 ms', sent_at = case when it.state = 'sent' then now() end
    from it join locked on locked.alert_id = it.alert_id and locked.channel = it.channel
    where d.alert_id = it.alert_id and d.channel = it.channel`
  const pushedRecipients = settled.flatMap(({ delivery, outcome }) => {
    const { broadcastId } = delivery.metadata
    const wasSent = outcome.state === 'sent' || ('devices' in outcome && outcome.devices !== undefined)
    const isPushed = delivery.channel === 'push' && wasSent && broadcastId
    return isPushed ? [{ broadcast_id: broadcastId, user_id: delivery.user_id }] : []
  })
  if (pushedRecipients.length > 0)
    await run(tx)`select mark_pushed(${JSON.stringify(pushedRecipients)}::jsonb)`
}
