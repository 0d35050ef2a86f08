import { sql } from 'kysely'
import type { OwnerTx, Tx } from '../../db/database.ts'
import { many, oneOrNone, run } from '../../db/rows.ts'
import type { DeliveryOrder } from '../../jobs/webhook-queue.ts'

const DELIVERY_RETENTION_DAYS = 14

export type ClaimedDelivery = {
  readonly id: string
  readonly webhookId: string
  readonly eventId: string
  readonly kind: string
  readonly body: string
  readonly attempts: number
  readonly address: string
  readonly active: boolean
  /** The current secret and, while it is still valid, the former one. */
  readonly secrets: readonly string[]
  /** Remaining seconds of the webhook's pause; null if it is not paused. */
  readonly pausedS: number | null
}

/** Seconds that a node's claim on a delivery lasts: longer than any attempt takes. */
const CLAIM_SECONDS = 60
const MAX_PAUSE_SECONDS = 600

/** Returns the latest time that can have been set `seconds` ahead, with a margin of a minute. Later ones were written before the database clock was set back. */
const toLatestTime = (seconds: number) => sql`now() + ${seconds + 60} * interval '1 second'`

/** Undefined if it is not due yet, finished or already claimed, so that duplicate jobs do nothing. */
export const claimDelivery = (tx: OwnerTx, id: string) =>
  oneOrNone(tx)<ClaimedDelivery>`
    update webhook_deliveries d set taken_until = now() + ${CLAIM_SECONDS} * interval '1 second'
    from webhooks w
    where d.id = ${id} and w.id = d.webhook_id and d.state = 'waiting' and d.next_try_at <= now() + interval '1 second'
      and (d.taken_until is null or d.taken_until < now() or d.taken_until > ${toLatestTime(CLAIM_SECONDS)})
    returning d.id, d.webhook_id as "webhookId", d.event_id as "eventId", d.kind, d.body, d.attempts, w.address, w.active,
      array_remove(array[w.secret, case when w.previous_until > now() then w.previous_secret end], null) as secrets,
      case when w.paused_until > now() and w.paused_until <= ${toLatestTime(MAX_PAUSE_SECONDS)}
        then extract(epoch from w.paused_until - now())::float8 end as "pausedS"`

export type DeliveryOutcome = {
  readonly status: number | null
  readonly response: string | null
  /** The reason for the failure; null if the delivery succeeded. */
  readonly problem: string | null
}

export async function recordDelivered(
  tx: Tx,
  id: string,
  webhookId: string,
  outcome: DeliveryOutcome,
): Promise<void> {
  // Lock the webhook first, as its deletion does, so that the two transactions cannot deadlock.
  await run(tx)`
    update webhooks set failures = 0, failing_since = null, paused_until = null, delivered_at = now()
    where id = ${webhookId}`
  await run(tx)`
    update webhook_deliveries set state = 'delivered', attempts = attempts + 1, status = ${outcome.status},
    response = ${outcome.response}, problem = null, delivered_at = now(), taken_until = null where id = ${id}`
}

/**
 * Records a failed attempt, and returns the job for the next attempt, which is due in `pauseSeconds`. After the last attempt,
 * `pauseSeconds` is null and the result undefined.
 */
export async function recordFailed(
  tx: Tx,
  id: string,
  outcome: DeliveryOutcome,
  pauseSeconds: number | null,
): Promise<DeliveryOrder | undefined> {
  const order = await oneOrNone(tx)<DeliveryOrder>`
    update webhook_deliveries set state = ${pauseSeconds === null ? 'given_up' : 'waiting'}, attempts = attempts + 1,
      status = ${outcome.status}, response = ${outcome.response}, problem = ${outcome.problem}, taken_until = null,
      next_try_at = now() + ${pauseSeconds ?? 0}::float8 * interval '1 second'
    where id = ${id} returning id, next_try_at as at`
  return pauseSeconds === null ? undefined : order
}

/** Postpones a delivery without counting an attempt. Uses the database clock, because this node's clock may be wrong. */
export const postponeDelivery = (tx: Tx, id: string, seconds: number) =>
  oneOrNone(tx)<DeliveryOrder>`
    update webhook_deliveries set next_try_at = now() + ${seconds}::float8 * interval '1 second', taken_until = null
    where id = ${id}
    returning id, next_try_at as at`

type FailingWebhook = { readonly failures: number; readonly failingHours: number; readonly name: string }

/** From the third consecutive failure on, pauses the webhook, longer each time, up to ten minutes. */
export const countFailure = (tx: OwnerTx, webhookId: string) =>
  oneOrNone(tx)<FailingWebhook>`
    update webhooks set failures = failures + 1, failing_since = coalesce(failing_since, now()),
      paused_until = case when failures >= 2
        then now() + least(${MAX_PAUSE_SECONDS}::float8, 15 * 2 ^ least(failures - 2, 10)) * interval '1 second' end
    where id = ${webhookId}
    returning failures, extract(epoch from now() - failing_since)::float8 / 3600 as "failingHours", name`

/** Switches a webhook off; returns false if it was already off. */
export async function disableWebhook(tx: OwnerTx, webhookId: string): Promise<boolean> {
  const changed = await run(tx)`
    update webhooks set active = false, gave_up = true where id = ${webhookId} and active`
  return changed === 1
}

/**
 * Overdue (the queue was emptied or could not be written), or claimed without an outcome: the node died, could not store it, or the
 * database clock was set back.
 */
export const listForgottenDeliveries = (tx: OwnerTx, limit: number) =>
  many(tx)<DeliveryOrder>`
    select id, next_try_at as at from webhook_deliveries
    where state = 'waiting' and (next_try_at < now() - interval '30 minutes' or taken_until < now()
        or taken_until > ${toLatestTime(CLAIM_SECONDS)})
    order by next_try_at limit ${limit}`

/** Deletes deliveries by age, whatever their state, because a delivery is retried for only a day. */
export const deleteOldDeliveries = (limit: number) =>
  sql`delete from webhook_deliveries where id = any(array(
    select id from webhook_deliveries where created_at < now() - ${DELIVERY_RETENTION_DAYS} * interval '1 day'
    order by created_at limit ${limit}))`
