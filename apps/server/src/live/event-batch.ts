import type { FeedEvent } from '@muster/contract/feed.ts'
import type { Cursor } from './cursor.ts'
import { encode } from './entry.ts'

/** In milliseconds, per kind and topic. The first transient event goes out at once; later ones are merged until it ends. */
const SEND_INTERVAL_MS = 1_000
/** Maximum number of merged events; beyond it they are sent early, so that no message becomes huge. */
const MAX_EVENTS = 500

type BatchedEvent = {
  readonly topic: string
  readonly event: FeedEvent
  readonly from: Cursor
  readonly to: Cursor
}
type TransientEvent = { readonly topic: string; readonly event: FeedEvent; readonly cursor: Cursor }

/** Batched events are flushed before anything else or a cursor is sent, which preserves the order of the feed. */
export type Batch = {
  add(passing: TransientEvent, merge: (older: FeedEvent, newer: FeedEvent) => FeedEvent): void
  flush(): void
  /** Drops everything once the socket is gone. */
  stop(): void
}

/**
 * Creates the batch of a socket's transient events. Without batching, fifty readings a second would be fifty small messages to
 * each viewer, made up mostly of envelope.
 */
export function createBatch(send: (data: Buffer) => void, now = () => performance.now()): Batch {
  const queuedEventsByKey = new Map<string, BatchedEvent>()
  const sentAtByKey = new Map<string, number>()
  let addedCount = 0
  let timer: ReturnType<typeof setTimeout> | undefined

  function flush() {
    if (queuedEventsByKey.size === 0) return
    clearTimeout(timer)
    timer = undefined
    addedCount = 0
    const queuedEntries = [...queuedEventsByKey]
    queuedEventsByKey.clear()
    const [firstCursor, lastCursor] = [
      queuedEntries.map(([, it]) => it.from).sort(compareCursors)[0],
      queuedEntries
        .map(([, it]) => it.to)
        .sort(compareCursors)
        .at(-1),
    ]
    if (firstCursor === undefined || lastCursor === undefined) return
    for (const [index, [key, { topic, event }]] of queuedEntries.entries()) {
      sentAtByKey.set(key, now())
      // A cursor confirms that everything before it was sent, so only the last event of a batch may carry the batch's newest
      // cursor.
      const cursor = String(index === queuedEntries.length - 1 ? lastCursor : firstCursor - 1n)
      send(encode({ type: 'event', cursor, topic, event }))
    }
  }

  return {
    add({ topic, event, cursor }, merge) {
      const key = `${event.kind} ${topic}`
      const queuedEvent = queuedEventsByKey.get(key)
      const dueInMs = (sentAtByKey.get(key) ?? Number.NEGATIVE_INFINITY) + SEND_INTERVAL_MS - now()
      queuedEventsByKey.set(key, {
        topic,
        event: queuedEvent ? merge(queuedEvent.event, event) : event,
        from: queuedEvent?.from ?? cursor,
        to: cursor,
      })
      if (++addedCount >= MAX_EVENTS || (queuedEventsByKey.size === 1 && dueInMs <= 0)) flush()
      else timer ??= setTimeout(flush, Math.max(0, dueInMs))
    },
    flush,
    stop() {
      clearTimeout(timer)
      queuedEventsByKey.clear()
      sentAtByKey.clear()
    },
  }
}

const compareCursors = (a: Cursor, b: Cursor) => Number(a - b)
