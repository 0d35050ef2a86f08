import type { FeedEvent } from '@muster/contract/feed.ts'
import type { Cursor } from './cursor.ts'
import { encode } from './entry.ts'

/** Interval in milliseconds: the first transient event is sent at once, those after it together. */
const EVERY_MS = 1_000
/** Maximum number of merged events; beyond it they are sent early, so that no message becomes huge. */
const MOST = 500

type BatchedEvent = {
  readonly topic: string
  readonly event: FeedEvent
  readonly from: Cursor
  readonly to: Cursor
}
type Passing = { readonly topic: string; readonly event: FeedEvent; readonly cursor: Cursor }

/**
 * The events gathered for a socket. They are flushed before anything else or a cursor is sent, which preserves the order of the
 * feed.
 */
export type Batch = {
  add(passing: Passing, merge: (older: FeedEvent, newer: FeedEvent) => FeedEvent): void
  flush(): void
  /** Drops everything: the socket is gone. */
  stop(): void
}

/** Gathers transient events: fifty readings a second would otherwise be fifty small messages to each viewer, mostly envelope. */
export function createBatch(send: (data: Buffer) => void, now = () => performance.now()): Batch {
  const batches = new Map<string, BatchedEvent>()
  const sentAt = new Map<string, number>()
  let added = 0
  let timer: ReturnType<typeof setTimeout> | undefined

  function flush() {
    if (batches.size === 0) return
    clearTimeout(timer)
    timer = undefined
    added = 0
    const all = [...batches]
    batches.clear()
    const [first, last] = [
      all.map(([, it]) => it.from).sort(inOrder)[0],
      all
        .map(([, it]) => it.to)
        .sort(inOrder)
        .at(-1),
    ]
    if (first === undefined || last === undefined) return
    for (const [place, [key, { topic, event }]] of all.entries()) {
      sentAt.set(key, now())
      // A cursor confirms that everything before it was sent, so among gathered events only the last may carry it.
      const cursor = String(place === all.length - 1 ? last : first - 1n)
      send(encode({ type: 'event', cursor, topic, event }))
    }
  }

  return {
    add({ topic, event, cursor }, merge) {
      const key = `${event.kind} ${topic}`
      const before = batches.get(key)
      const due = (sentAt.get(key) ?? Number.NEGATIVE_INFINITY) + EVERY_MS - now()
      batches.set(key, {
        topic,
        event: before ? merge(before.event, event) : event,
        from: before?.from ?? cursor,
        to: cursor,
      })
      if (++added >= MOST || (batches.size === 1 && due <= 0)) flush()
      else timer ??= setTimeout(flush, Math.max(0, due))
    },
    flush,
    stop() {
      clearTimeout(timer)
      batches.clear()
      sentAt.clear()
    },
  }
}

const inOrder = (a: Cursor, b: Cursor) => Number(a - b)
