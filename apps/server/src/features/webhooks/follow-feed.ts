import type { FastifyBaseLogger } from 'fastify'
import type { Database } from '../../db/database.ts'
import type { WebhookQueue } from '../../jobs/webhook-queue.ts'
import {
  insertDeliveries,
  isBehind,
  listPublished,
  listSubscriptions,
  lockCursor,
  moveCursor,
  type NewDelivery,
  readHorizon,
  type WebhookSubscription,
} from './follow-feed.queries.ts'
import { createPayload, type WebhookEvent } from './webhook-body.ts'

/** `idle`: no webhook is active. `busy`: another node is reading. `more`: the page was full. `done`: all final events were read. */
export type FollowOutcome = 'idle' | 'busy' | 'more' | 'done'

type Deps = {
  readonly db: Pick<Database, 'asOwner'>
  readonly queue: Pick<WebhookQueue, 'add'>
  readonly log: Pick<FastifyBaseLogger, 'warn'>
  readonly pageSize?: number
}

/** Queues in the same transaction, so no event is lost. Nothing is read without webhooks: a new one receives only later events. */
export function followFeed({ db, queue, log, pageSize = 200 }: Deps): Promise<FollowOutcome> {
  return db.asOwner('the feed is read for everybody', async tx => {
    const cursor = await lockCursor(tx)
    if (cursor === undefined) return 'busy'
    const subscriptions = await listSubscriptions(tx)
    if (subscriptions.length === 0) return 'idle'
    const firstSeq = Math.min(...subscriptions.map(it => it.afterSeq))
    const after = Math.max(cursor, firstSeq)
    if (await isBehind(tx, after)) log.warn({ after }, 'Webhooks missed events: they were dropped by age')
    const horizon = await readHorizon(tx)
    const events = await listPublished(tx, after, horizon, pageSize)
    await queue.add(await insertDeliveries(tx, createDeliveries(events, subscriptions)), tx)
    const lastEvent = events.at(-1)
    const isFull = events.length === pageSize && lastEvent !== undefined
    const nextSeq = isFull ? lastEvent.seq : horizon
    // The position never moves backwards, although the horizon can drop below it when a new writer begins.
    if (nextSeq > cursor) await moveCursor(tx, Math.max(nextSeq, after))
    return isFull ? 'more' : 'done'
  })
}

/** Creates a delivery for each event and each webhook that subscribes to it. */
function createDeliveries(
  events: readonly WebhookEvent[],
  subscriptions: readonly WebhookSubscription[],
): NewDelivery[] {
  return events.flatMap(event => {
    const payload = createPayload(event)
    if (!payload) return []
    const { kind, zoneId, eventId, body } = payload
    return subscriptions
      .filter(
        it =>
          event.seq > it.afterSeq &&
          it.kinds.includes(kind) &&
          (it.zoneIds === null || (zoneId !== null && it.zoneIds.includes(zoneId))),
      )
      .map(it => ({ webhookId: it.id, eventId, kind, body }))
  })
}
