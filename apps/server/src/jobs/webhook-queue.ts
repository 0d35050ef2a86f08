import { setTimeout as sleep } from 'node:timers/promises'
import type { FastifyBaseLogger } from 'fastify'
import type { Tx } from '../db/database.ts'
import { createWorkQueue } from './work-queue.ts'

/** A delivery that is to be tried, and not before when. */
export type DeliveryOrder = { readonly id: string; readonly at: Date }

/** Tries a delivery and orders the next try itself; rejects only when nothing could be written down. What it leaves so is found by the clock. */
export type DeliveryWork = (deliveryId: string) => Promise<void>

export type WebhookQueue = {
  /** Whether jobs are started: before, nothing can be ordered. */
  readonly isOpen: boolean
  /** Orders tries, when and only when the transaction (of the owner) commits. */
  add(orders: readonly DeliveryOrder[], tx: Tx): Promise<void>
  /** Says who delivers; to be called before the jobs start. */
  onDelivery(work: DeliveryWork): void
}

/** A job ends after so many ms. A try at a slow receiver goes on without it: its row says that it is taken. */
const WAIT_MS = 500

/**
 * The tries of deliveries. How often one is tried, and when, its row says; a job that could write nothing down, or whose node died, runs again.
 * The job names its delivery and nothing else: no address, no secret, nobody's name.
 */
export function createWebhookQueue(log: Pick<FastifyBaseLogger, 'warn' | 'error'>) {
  let work: DeliveryWork | undefined
  const queue = createWorkQueue<{ id: string }>(log, {
    name: 'webhook-delivery',
    queue: { retryLimit: 5, retryDelay: 60, expireInSeconds: 60, deleteAfterSeconds: 3_600 },
    batchSize: 16,
    batches: 2,
    noticedIn: 2,
    perform: ({ data }) => Promise.race([work?.(data.id), sleep(WAIT_MS, undefined, { ref: false })]),
    failed: 'What came of a delivery could not be written down',
  })
  const orders: WebhookQueue = {
    get isOpen() {
      return queue.isOpen
    },
    add: (deliveries, tx) =>
      queue.add(
        deliveries.map(({ id, at }) => ({ data: { id }, startAfter: at })),
        tx,
      ),
    onDelivery(given) {
      work = given
    },
  }
  return Object.assign(orders, { workOn: queue.workOn })
}
