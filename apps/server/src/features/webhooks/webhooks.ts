import type { FastifyBaseLogger } from 'fastify'
import type { Database } from '../../db/database.ts'
import type { WebhookQueue } from '../../jobs/webhook-queue.ts'
import type { FindAddresses } from '../../lib/public-address.ts'
import type { Env } from '../../platform/env.ts'
import { listForgottenDeliveries } from './deliver.queries.ts'
import { createDelivery } from './deliver.ts'
import { createFeedFollower } from './feed-follower.ts'
import { followFeed } from './follow-feed.ts'

type Deps = {
  readonly db: Database
  readonly webhookQueue: WebhookQueue
  readonly env: Pick<Env, 'WEBHOOK_ALLOW_PRIVATE'>
  readonly log: Pick<FastifyBaseLogger, 'warn'>
  /** Replaces DNS lookups, for tests. */
  readonly find?: FindAddresses
}

const MAX_FORGOTTEN_DELIVERIES = 500

/**
 * Starts webhooks on this node, which then follows the feed and makes its share of the deliveries. The result includes `catchUp`,
 * the job for missed events and deliveries.
 */
export function createWebhooks({ db, webhookQueue: queue, env, log, find }: Deps) {
  queue.onDelivery(
    createDelivery({ db, queue, allowPrivate: env.WEBHOOK_ALLOW_PRIVATE, ...(find ? { find } : {}) }),
  )
  const readFeed = () => followFeed({ db, queue, log })
  // Nothing can be queued before the job queue starts, so do not read the feed until then.
  const follower = createFeedFollower({ follow: async () => (queue.isOpen ? readFeed() : 'idle'), log })
  return {
    listener: follower.listener,
    stop: follower.stop,
    /** Reads unread events, and requeues deliveries that are overdue or were abandoned by a node. Runs every minute on one node. */
    async catchUp(signal: AbortSignal): Promise<void> {
      while ((await readFeed()) === 'more') signal.throwIfAborted()
      await db.asOwner('deliveries belong to the server', async tx =>
        queue.add(await listForgottenDeliveries(tx, MAX_FORGOTTEN_DELIVERIES), tx),
      )
    },
  }
}
