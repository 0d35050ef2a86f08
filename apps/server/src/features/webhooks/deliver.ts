import { deliveryPausesS, disabledWebhookProblem, pingKind } from '@muster/domain/webhook.ts'
import type { Database, OwnerTx } from '../../db/database.ts'
import type { DeliveryOrder, DeliveryWork, WebhookQueue } from '../../jobs/webhook-queue.ts'
import { postOutside } from '../../lib/post-outside.ts'
import type { FindAddresses } from '../../lib/public-address.ts'
import { audit } from '../security/index.ts'
import {
  type ClaimedDelivery,
  claimDelivery,
  countFailure,
  type DeliveryOutcome,
  disableWebhook,
  postponeDelivery,
  recordDelivered,
  recordFailed,
} from './deliver.queries.ts'
import { signDelivery } from './sign-delivery.ts'

/** Maximum concurrent attempts per webhook on a node, so that a slow receiver leaves capacity for the others. */
const MAX_ATTEMPTS_PER_WEBHOOK = 8
/** The duration (ms) assumed for an attempt until one has been measured, and the minimum assumed after that. */
const MIN_DURATION_MS = 1_000

type ReceiverLimit = {
  /** Runs the attempt if the webhook has capacity; otherwise returns how many milliseconds to wait. */
  take<T>(webhookId: string, work: () => Promise<T>): { done: Promise<T> } | { againIn: number }
}

/** Creates a concurrency limit per webhook. A rejected attempt is scheduled behind all those rejected before it. */
export function createReceiverLimit(now: () => number = () => performance.now()): ReceiverLimit {
  const stateByWebhook = new Map<string, { running: number; tookMs: number; lineEnds: number }>()
  return {
    take(webhookId, work) {
      const state = stateByWebhook.get(webhookId) ?? { running: 0, tookMs: MIN_DURATION_MS, lineEnds: 0 }
      if (state.running >= MAX_ATTEMPTS_PER_WEBHOOK) {
        state.lineEnds =
          Math.max(state.lineEnds, now() + state.tookMs) + state.tookMs / MAX_ATTEMPTS_PER_WEBHOOK
        return { againIn: state.lineEnds - now() }
      }
      stateByWebhook.set(webhookId, state)
      state.running++
      const startedAt = now()
      const completion = work().finally(() => {
        state.tookMs = Math.max(MIN_DURATION_MS, now() - startedAt)
        if (--state.running === 0) stateByWebhook.delete(webhookId)
      })
      return { done: completion }
    },
  }
}

type Deps = {
  readonly db: Pick<Database, 'asOwner'>
  readonly queue: Pick<WebhookQueue, 'add'>
  readonly allowPrivate: boolean
  readonly find?: FindAddresses
}

const REQUEST_TIMEOUT_MS = 10_000
const MAX_RESPONSE_BYTES = 4_096
/** Maximum number of characters that the log keeps of a response, and of the reason for a failure. */
const MAX_RESPONSE_LENGTH = 500
const MAX_PROBLEM_LENGTH = 300
/** A webhook is switched off once it has failed for this many hours and this many times without a successful delivery. */
const MAX_FAILING_HOURS = 24
const MAX_FAILURES = deliveryPausesS.length + 1

const OWNER_REASON = 'the server delivers, nobody who acts'

/**
 * Stores the outcome and queues the retry in one transaction, outside of which the request is sent. Postponed while paused or at the
 * concurrency limit, given up when switched off; a ping is sent anyway. If the node dies, another repeats it: a receiver may get an
 * event twice, with one id.
 */
export function createDelivery({ db, queue, allowPrivate, find }: Deps): DeliveryWork {
  const receiverLimit = createReceiverLimit()
  const enqueue = (nextOrder: DeliveryOrder | undefined, tx: OwnerTx) =>
    queue.add(nextOrder ? [nextOrder] : [], tx)

  async function handleFailure(delivery: ClaimedDelivery, outcome: DeliveryOutcome) {
    const { id, webhookId, attempts, kind } = delivery
    await db.asOwner(OWNER_REASON, async tx => {
      // A ping is not retried, because somebody is waiting for the outcome.
      const pause = kind === pingKind ? null : (deliveryPausesS[attempts] ?? null)
      // Lock the webhook first, as `recordDelivered` does.
      const failingWebhook = await countFailure(tx, webhookId)
      await enqueue(await recordFailed(tx, id, outcome, pause), tx)
      if (
        !failingWebhook ||
        failingWebhook.failures < MAX_FAILURES ||
        failingWebhook.failingHours < MAX_FAILING_HOURS
      )
        return
      if (await disableWebhook(tx, webhookId)) await logDisabledWebhook(tx, webhookId, failingWebhook.name)
    })
  }

  return async deliveryId => {
    const delivery = await db.asOwner(OWNER_REASON, tx => claimDelivery(tx, deliveryId))
    if (!delivery) return
    const { pausedS, kind } = delivery
    if (!delivery.active && kind !== pingKind)
      return db.asOwner(OWNER_REASON, async tx => {
        await recordFailed(tx, delivery.id, createUnsentOutcome(disabledWebhookProblem), null)
      })
    if (pausedS !== null && kind !== pingKind)
      return db.asOwner(OWNER_REASON, async tx =>
        enqueue(await postponeDelivery(tx, delivery.id, pausedS), tx),
      )
    const admission = receiverLimit.take(delivery.webhookId, () => attemptDelivery(delivery))
    if ('done' in admission) return admission.done
    return db.asOwner(OWNER_REASON, async tx =>
      enqueue(await postponeDelivery(tx, delivery.id, admission.againIn / 1_000), tx),
    )
  }

  async function attemptDelivery(delivery: ClaimedDelivery): Promise<void> {
    const outcome = await sendDelivery(delivery)
    if (outcome.problem !== null) return handleFailure(delivery, outcome)
    return db.asOwner(OWNER_REASON, tx => recordDelivered(tx, delivery.id, delivery.webhookId, outcome))
  }

  async function sendDelivery({
    address,
    body,
    eventId,
    kind,
    secrets,
  }: ClaimedDelivery): Promise<DeliveryOutcome> {
    try {
      const { status, beginning } = await postOutside({
        address,
        body,
        headers: {
          'content-type': 'application/json',
          'user-agent': 'Muster-Webhook',
          'muster-event': kind,
          'muster-event-id': eventId,
          'muster-signature': signDelivery(body, secrets, Date.now()),
        },
        allowPrivate,
        patienceMs: REQUEST_TIMEOUT_MS,
        maxBytes: MAX_RESPONSE_BYTES,
        ...(find ? { find } : {}),
      })
      const isDelivered = status >= 200 && status < 300
      return {
        status,
        response: toStorable(beginning, MAX_RESPONSE_LENGTH),
        problem: isDelivered ? null : `Responded with ${status}`,
      }
    } catch (error) {
      return createUnsentOutcome(error instanceof Error ? error.message || error.name : String(error))
    }
  }
}

const createUnsentOutcome = (problem: string): DeliveryOutcome => ({
  status: null,
  response: null,
  problem: toStorable(problem, MAX_PROBLEM_LENGTH),
})

/** Makes a response storable in the database: without NUL characters or unpaired surrogates, and truncated. */
const toStorable = (text: string, limit: number) => text.replaceAll('\0', '').slice(0, limit).toWellFormed()

function logDisabledWebhook(tx: OwnerTx, webhookId: string, name: string) {
  return audit(tx, 'webhook_switched_off', { actorId: null, webhookId, words: { name } })
}
