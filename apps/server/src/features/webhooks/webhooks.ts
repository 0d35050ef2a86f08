import type { FastifyBaseLogger } from 'fastify'
import type { Database } from '../../db/database.ts'
import type { WebhookQueue } from '../../jobs/webhook-queue.ts'
import type { FindAddresses } from '../../lib/public-address.ts'
import type { Env } from '../../platform/env.ts'
import { findForgotten } from './deliver.queries.ts'
import { createDelivery } from './deliver.ts'
import { createFeedFollower } from './feed-follower.ts'
import { followFeed } from './follow-feed.ts'

type Deps = {
  readonly db: Database
  readonly webhookQueue: WebhookQueue
  readonly env: Pick<Env, 'WEBHOOK_ALLOW_PRIVATE'>
  readonly log: Pick<FastifyBaseLogger, 'warn'>
  /** Replaces DNS lookups. */
  readonly find?: FindAddresses
}

const FORGOTTEN_MOST = 500

/**
 * Creates the webhooks of this node: it reads new events from its feed, makes its share of the deliveries, and catches up on missed
 * ones with a job.
 */
export function createWebhooks({ db, webhookQueue: queue, env, log, find }: Deps) {
  queue.onDelivery(
    createDelivery({ db, queue, allowPrivate: env.WEBHOOK_ALLOW_PRIVATE, ...(find ? { find } : {}) }),
  )
  const follow = () => followFeed({ db, queue, log })
  // Nothing can be queued before the jobs start, so nothing is read until then.
  const follower = createFeedFollower({ follow: async () => (queue.isOpen ? follow() : 'idle'), log })
  return {
    listener: follower.listener,
    stop: follower.stop,
    /** Reads unread events, and queues deliveries again that no job took. Runs every minute on one node. */
    async catchUp(signal: AbortSignal): Promise<void> {
      while ((await follow()) === 'more') signal.throwIfAborted()
      await db.asOwner('deliveries belong to the server', async tx =>
        queue.add(await findForgotten(tx, FORGOTTEN_MOST), tx),
      )
    },
  }
}
