import { setTimeout as sleep } from 'node:timers/promises'
import type { PgBoss } from 'pg-boss'
import type { Tx } from '../db/database.ts'
import { executeIn } from './execute-in.ts'

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

export const deliveryQueue = 'webhook-delivery'
/** Tries of one batch, which are begun at the same time, and batches at a time on each node. */
const BATCH = 16
const AT_ONCE = 2
/** So long (ms) a batch waits for its tries. Those that wait for a slow receiver go on without it: their rows say that they are taken. */
const WAIT_MS = 500

/**
 * How often a delivery is tried, and when, its row says; a job that could write nothing down, or whose node died, runs again.
 * The job names its delivery and nothing else: no address, no secret, nobody's name.
 */
const options = {
  retryLimit: 5,
  retryDelay: 60,
  retryBackoff: true,
  expireInSeconds: 60,
  deleteAfterSeconds: 3_600,
}

/** The tries of deliveries as jobs in the database: they survive the node that ordered them, and any node may try. */
export function createWebhookQueue() {
  let queue: PgBoss | undefined
  let work: DeliveryWork | undefined
  const orders: WebhookQueue = {
    get isOpen() {
      return queue !== undefined
    },
    async add(deliveries, tx) {
      if (!queue) throw new Error('The jobs are not started')
      if (deliveries.length === 0) return
      const jobs = deliveries.map(({ id, at }) => ({ data: { id }, startAfter: at }))
      await queue.insert(deliveryQueue, jobs, { db: { executeSql: executeIn(tx) } })
    },
    onDelivery(given) {
      work = given
    },
  }
  return Object.assign(orders, {
    /** Begins to try. To be called by startJobs. */
    async workOn(boss: PgBoss, pollSeconds: number): Promise<void> {
      await boss.createQueue(deliveryQueue, options)
      await boss.updateQueue(deliveryQueue, options)
      const taking = {
        pollingIntervalSeconds: pollSeconds,
        localConcurrency: AT_ONCE,
        batchSize: BATCH,
        burstWhenBatchFull: true,
      }
      await boss.work<{ id: string }>(deliveryQueue, taking, async jobs => {
        const tries = Promise.allSettled(jobs.map(({ data }) => work?.(data.id)))
        const tried = await Promise.race([tries, sleep(WAIT_MS, [], { ref: false })])
        // All of them run again: what was written down is not due any more.
        for (const one of tried) if (one.status === 'rejected') throw one.reason
      })
      queue = boss
    },
  })
}
