import { sql } from 'kysely'
import type { Tx } from '../../db/database.ts'
import type { DeliveryOrder } from '../../jobs/webhook-queue.ts'

/** The log of what webhooks were sent. */
const KEEP_DELIVERIES_DAYS = 14

export type TakenDelivery = {
  readonly id: string
  readonly webhookId: string
  readonly eventId: string
  readonly kind: string
  readonly body: string
  readonly attempts: number
  readonly address: string
  readonly active: boolean
  /** The secret, and the former one while it counts. */
  readonly secrets: readonly string[]
  /** Seconds for which the webhook is still left in peace; null when it is not. */
  readonly pausedS: number | null
}

/** Seconds for which a node has a delivery to itself: longer than any try takes. */
const TAKEN_S = 60
/** Seconds for which a webhook is left in peace at the most. */
const PEACE_S = 600

/** So many seconds from now, and a minute: what lies beyond was written before the clock of the database was put back. */
const secondsOn = (seconds: number) => sql`now() + ${seconds + 60} * interval '1 second'`

/**
 * Takes a delivery that is due for this node alone. Undefined where it is not due, delivered, or in other hands: a job that came
 * twice does nothing.
 */
export async function takeDelivery(tx: Tx, id: string): Promise<TakenDelivery | undefined> {
  const { rows } = await sql<TakenDelivery>`
    update webhook_deliveries d set taken_until = now() + ${TAKEN_S} * interval '1 second'
    from webhooks w
    where d.id = ${id} and w.id = d.webhook_id and d.state = 'waiting' and d.next_try_at <= now() + interval '1 second'
      and (d.taken_until is null or d.taken_until < now() or d.taken_until > ${secondsOn(TAKEN_S)})
    returning d.id, d.webhook_id as "webhookId", d.event_id as "eventId", d.kind, d.body, d.attempts, w.address, w.active,
      array_remove(array[w.secret, case when w.previous_until > now() then w.previous_secret end], null) as secrets,
      case when w.paused_until > now() and w.paused_until <= ${secondsOn(PEACE_S)}
        then extract(epoch from w.paused_until - now())::float8 end as "pausedS"`.execute(tx)
  return rows[0]
}

export type Outcome = {
  readonly status: number | null
  readonly response: string | null
  /** Null: it arrived. */
  readonly problem: string | null
}

export async function noteDelivered(tx: Tx, id: string, webhookId: string, outcome: Outcome): Promise<void> {
  // The webhook first, as who removes it does: neither then waits for the other.
  await sql`update webhooks set failures = 0, failing_since = null, paused_until = null, delivered_at = now()
    where id = ${webhookId}`.execute(tx)
  await sql`update webhook_deliveries set state = 'delivered', attempts = attempts + 1, status = ${outcome.status},
    response = ${outcome.response}, problem = null, delivered_at = now(), taken_until = null where id = ${id}`.execute(
    tx,
  )
}

/** Notes a try that failed; `pauseS`: seconds to the next one, null when it was the last. Answers when that is. */
export async function noteFailed(
  tx: Tx,
  id: string,
  outcome: Outcome,
  pauseS: number | null,
): Promise<DeliveryOrder | undefined> {
  const { rows } = await sql<DeliveryOrder>`
    update webhook_deliveries set state = ${pauseS === null ? 'given_up' : 'waiting'}, attempts = attempts + 1,
      status = ${outcome.status}, response = ${outcome.response}, problem = ${outcome.problem}, taken_until = null,
      next_try_at = now() + ${pauseS ?? 0}::float8 * interval '1 second'
    where id = ${id} returning id, next_try_at as at`.execute(tx)
  return pauseS === null ? undefined : rows[0]
}

/** Puts a delivery off without a try; by the clock of the database, whatever that of this node says. */
export async function putOff(tx: Tx, id: string, seconds: number): Promise<DeliveryOrder | undefined> {
  const { rows } = await sql<DeliveryOrder>`
    update webhook_deliveries set next_try_at = now() + ${seconds}::float8 * interval '1 second', taken_until = null
    where id = ${id}
    returning id, next_try_at as at`.execute(tx)
  return rows[0]
}

type Failing = { readonly failures: number; readonly failingHours: number; readonly name: string }

/** Counts a failure of the webhook. From the third in a row on it is left in peace for a while, longer each time, up to ten minutes. */
export async function countFailure(tx: Tx, webhookId: string): Promise<Failing | undefined> {
  const { rows } = await sql<Failing>`
    update webhooks set failures = failures + 1, failing_since = coalesce(failing_since, now()),
      paused_until = case when failures >= 2
        then now() + least(${PEACE_S}::float8, 15 * 2 ^ least(failures - 2, 10)) * interval '1 second' end
    where id = ${webhookId}
    returning failures, extract(epoch from now() - failing_since)::float8 / 3600 as "failingHours", name`.execute(
    tx,
  )
  return rows[0]
}

/** Switches a webhook off; false where somebody did already. */
export async function switchOff(tx: Tx, webhookId: string): Promise<boolean> {
  const { numAffectedRows } = await sql`
    update webhooks set active = false, gave_up = true where id = ${webhookId} and active`.execute(tx)
  return numAffectedRows === 1n
}

/**
 * What was due long ago, although a job should have taken it: the queue was emptied, or could not be written. And what a node took and
 * said nothing of: it died over it, or could not write it down, or by a clock of the database that was put back since.
 */
export async function findForgotten(tx: Tx, most: number): Promise<DeliveryOrder[]> {
  const { rows } = await sql<DeliveryOrder>`
    select id, next_try_at as at from webhook_deliveries
    where state = 'waiting' and (next_try_at < now() - interval '30 minutes' or taken_until < now()
        or taken_until > ${secondsOn(TAKEN_S)})
    order by next_try_at limit ${most}`.execute(tx)
  return rows
}

/** Deletes by age alone, also what still waits: a delivery is tried for a day. */
export const deleteOldDeliveries = (limit: number) =>
  sql`delete from webhook_deliveries where id = any(array(
    select id from webhook_deliveries where created_at < now() - ${KEEP_DELIVERIES_DAYS} * interval '1 day'
    order by created_at limit ${limit}))`
