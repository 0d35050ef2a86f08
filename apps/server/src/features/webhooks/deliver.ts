import { deliveryPauses, pingKind } from '@muster/domain/webhook.ts'
import type { Database, Tx } from '../../db/database.ts'
import type { DeliveryOrder, DeliveryWork, WebhookQueue } from '../../jobs/webhook-queue.ts'
import { postOutside } from '../../lib/post-outside.ts'
import type { FindAddresses } from '../../lib/public-address.ts'
import { appendSecurityEvent } from '../security/index.ts'
import {
  type ClaimedDelivery,
  countFailure,
  noteDelivered,
  noteFailed,
  type Outcome,
  postpone,
  switchOff,
  takeDelivery,
} from './deliver.queries.ts'
import { createReceiverLimit } from './receiver-limit.ts'
import { signDelivery } from './sign-delivery.ts'

type Deps = {
  readonly db: Pick<Database, 'asOwner'>
  readonly queue: Pick<WebhookQueue, 'add'>
  readonly allowPrivate: boolean
  readonly find?: FindAddresses
}

const PATIENCE_MS = 10_000
const ANSWER_BYTES = 4_096
/** Maximum number of characters of a response and of a failure reason in the log. */
const RESPONSE_MOST = 500
const PROBLEM_MOST = 300
/** A webhook is switched off after this many hours and failed attempts without a successful delivery. */
const GIVE_UP_HOURS = 24
const GIVE_UP_FAILURES = deliveryPauses.length + 1

const SERVER = 'the server delivers, nobody who acts'

/**
 * Creates the job handler that makes one delivery attempt, and stores the outcome and queues the retry in one transaction. The
 * request is sent outside any transaction. If the node dies meanwhile, another one repeats the attempt, so a receiver may get an
 * event twice, with the same id.
 */
export function createDelivery({ db, queue, allowPrivate, find }: Deps): DeliveryWork {
  const turns = createReceiverLimit()
  const order = (next: DeliveryOrder | undefined, tx: Tx) => queue.add(next ? [next] : [], tx)

  async function failed(delivery: ClaimedDelivery, outcome: Outcome) {
    const { id, webhookId, attempts, kind } = delivery
    await db.asOwner(SERVER, async tx => {
      // A ping is not retried, because somebody is waiting for the outcome.
      const pause = kind === pingKind ? null : (deliveryPauses[attempts] ?? null)
      // Lock the webhook first, as in noteDelivered.
      const failing = await countFailure(tx, webhookId)
      await order(await noteFailed(tx, id, outcome, pause), tx)
      if (!failing || failing.failures < GIVE_UP_FAILURES || failing.failingHours < GIVE_UP_HOURS) return
      if (await switchOff(tx, webhookId)) await noteSwitchedOff(tx, webhookId, failing.name)
    })
  }

  return async deliveryId => {
    const delivery = await db.asOwner(SERVER, tx => takeDelivery(tx, deliveryId))
    if (!delivery) return
    const { pausedS, kind } = delivery
    if (!delivery.active && kind !== pingKind)
      return db.asOwner(SERVER, async tx => {
        await noteFailed(tx, delivery.id, toUnsent('The webhook is switched off'), null)
      })
    if (pausedS !== null && kind !== pingKind)
      return db.asOwner(SERVER, async tx => order(await postpone(tx, delivery.id, pausedS), tx))
    const turn = turns.take(delivery.webhookId, () => tryOnce(delivery))
    if ('done' in turn) return turn.done
    return db.asOwner(SERVER, async tx => order(await postpone(tx, delivery.id, turn.againIn / 1_000), tx))
  }

  async function tryOnce(delivery: ClaimedDelivery): Promise<void> {
    const outcome = await send(delivery)
    if (outcome.problem !== null) return failed(delivery, outcome)
    return db.asOwner(SERVER, tx => noteDelivered(tx, delivery.id, delivery.webhookId, outcome))
  }

  async function send({ address, body, eventId, kind, secrets }: ClaimedDelivery): Promise<Outcome> {
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
        patienceMs: PATIENCE_MS,
        maxBytes: ANSWER_BYTES,
        ...(find ? { find } : {}),
      })
      const arrived = status >= 200 && status < 300
      return {
        status,
        response: storable(beginning, RESPONSE_MOST),
        problem: arrived ? null : `It was answered with ${status}`,
      }
    } catch (error) {
      return toUnsent(error instanceof Error ? error.message || error.name : String(error))
    }
  }
}

const toUnsent = (problem: string): Outcome => ({
  status: null,
  response: null,
  problem: storable(problem, PROBLEM_MOST),
})

/** Makes a response storable in the database: without NUL characters or unpaired surrogates, and truncated. */
const storable = (text: string, limit: number) => text.replaceAll('\0', '').slice(0, limit).toWellFormed()

function noteSwitchedOff(tx: Tx, webhookId: string, name: string) {
  return appendSecurityEvent(tx, {
    type: 'webhook_switched_off',
    description: `The webhook "${name}" was switched off: nothing could be delivered for a day.`,
    actorId: null,
    affectedUserId: null,
    severity: 'medium',
    metadata: { webhookId },
  })
}
