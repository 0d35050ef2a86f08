import { setTimeout as sleep } from 'node:timers/promises'
import type { FastifyBaseLogger } from 'fastify'
import type { FeedEntry } from '../../live/entry.ts'
import type { FeedListener } from '../../live/reader.ts'
import { withoutOutages } from '../../rpc/unexpected.ts'
import type { FollowOutcome } from './follow-feed.ts'
import { webhookKinds } from './webhook-body.ts'

type Deps = {
  readonly follow: () => Promise<FollowOutcome>
  readonly log: Pick<FastifyBaseLogger, 'warn'>
}

const webhookKindSet: ReadonlySet<string> = new Set(webhookKinds)

/** Pause before the next read in milliseconds, by the last outcome. Events that arrive during the pause are read together. */
const pauseMsByOutcome: Record<FollowOutcome | 'failed', number> = {
  more: 0,
  done: 200,
  busy: 500,
  // Nothing is lost during the pause: a new webhook receives all events since it was added.
  idle: 5_000,
  failed: 5_000,
}

/**
 * Reads the feed for webhooks when this node is notified of relevant events, one read at a time. A missed notification, for example
 * when a node dies, does no harm, because a job reads the feed every minute. Reads triggered by events are not jobs, because an
 * event would then wait for two polls of the queue. The deliveries themselves are jobs.
 */
export function createFeedFollower({ follow, log }: Deps) {
  const abortController = new AbortController()
  let hasNewEvents = false
  let currentRun: Promise<void> | undefined

  async function readWhileNewEvents() {
    while (hasNewEvents && !abortController.signal.aborted) {
      hasNewEvents = false
      const outcome = await follow().catch(error => {
        withoutOutages(log).warn({ err: error }, 'The feed could not be read for webhooks')
        return 'failed' as const
      })
      if (outcome === 'more' || outcome === 'busy' || outcome === 'failed') hasNewEvents = true
      await sleep(pauseMsByOutcome[outcome], undefined, { signal: abortController.signal }).catch(
        () => undefined,
      )
    }
    currentRun = undefined
  }

  const listener: FeedListener = {
    onEvents(entries: readonly FeedEntry[]) {
      if (!entries.some(({ kind }) => webhookKindSet.has(kind))) return
      hasNewEvents = true
      currentRun ??= readWhileNewEvents()
    },
  }
  return {
    listener,
    async stop() {
      abortController.abort()
      await currentRun
    },
  }
}
