import { setTimeout as sleep } from 'node:timers/promises'
import type { FastifyBaseLogger } from 'fastify'
import type { Tx } from '../db/database.ts'
import { createWorkQueue } from './work-queue.ts'

/** A delivery to attempt, and the earliest time to do so. */
export type DeliveryOrder = { readonly id: string; readonly at: Date }

/**
 * The worker that attempts a delivery and queues the next attempt itself. It rejects only if the outcome could not be stored. A
 * scheduled job picks up deliveries that were left behind.
 */
export type DeliveryWork = (deliveryId: string) => Promise<void>

export type WebhookQueue = {
  /** False until the jobs start; nothing can be queued before then. */
  readonly isOpen: boolean
  /** Queues attempts if and only if the transaction (as the database owner) commits. */
  add(orders: readonly DeliveryOrder[], tx: Tx): Promise<void>
  /** Registers the worker; must be called before the jobs start. */
  onDelivery(work: DeliveryWork): void
}

/**
 * Maximum milliseconds that a job waits for its attempt. An attempt at a slow receiver continues after its job has ended, because
 * the delivery's row stays marked as claimed.
 */
const BATCH_WAIT_MS = 500

/**
 * The row has number and times of attempts; a job without a stored outcome runs again. It has only the id: no URL, secret or name.
 */
export function createWebhookQueue(log: Pick<FastifyBaseLogger, 'warn' | 'error'>) {
  let work: DeliveryWork | undefined
  const queue = createWorkQueue<{ id: string }>(log, {
    name: 'webhook-delivery',
    queue: { retryLimit: 5, retryDelay: 60, expireInSeconds: 60, deleteAfterSeconds: 3_600 },
    batchSize: 16,
    batches: 2,
    noticedIn: 2,
    perform: ({ data }) => Promise.race([work?.(data.id), sleep(BATCH_WAIT_MS, undefined, { ref: false })]),
    failed: 'What came of a delivery could not be written down',
  })
  const webhookQueue: WebhookQueue = {
    get isOpen() {
      return queue.isOpen
    },
    add: (deliveries, tx) =>
      queue.add(
        deliveries.map(({ id, at }) => ({ data: { id }, startAfter: at })),
        tx,
      ),
    onDelivery(handler) {
      work = handler
    },
  }
  return Object.assign(webhookQueue, { workOn: queue.workOn })
}
