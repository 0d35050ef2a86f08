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
 * One read at a time, when notified; a job each minute makes up for missed notifications. Not jobs, because an event would wait for
 * two polls of the queue. The deliveries are jobs.
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
