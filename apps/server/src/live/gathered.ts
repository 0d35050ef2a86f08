import type { FeedEvent } from '@muster/contract/feed.ts'
import type { Cursor } from './cursor.ts'
import { encode } from './entry.ts'

/** The first passing event is sent at once, those after it together, once in so many milliseconds. */
const EVERY_MS = 1_000
/** Events that were put together at most; more are sent before their time, so that no message is huge. */
const MOST = 500

type Held = { readonly topic: string; readonly event: FeedEvent; readonly from: Cursor; readonly to: Cursor }
type Passing = { readonly topic: string; readonly event: FeedEvent; readonly cursor: Cursor }

/** Events that a socket gathers. Before anything else or a cursor is sent, they are flushed: the order stays that of the feed. */
export type Gathered = {
  add(passing: Passing, merge: (older: FeedEvent, newer: FeedEvent) => FeedEvent): void
  flush(): void
  /** Forgets all of it: the socket is gone. */
  stop(): void
}

/** Fifty readings a second are fifty small messages to each who watches, most of them envelope; so they travel together. */
export function createGathered(send: (data: Buffer) => void, now = () => performance.now()): Gathered {
  const held = new Map<string, Held>()
  const sentAt = new Map<string, number>()
  let added = 0
  let timer: ReturnType<typeof setTimeout> | undefined

  function flush() {
    if (held.size === 0) return
    clearTimeout(timer)
    timer = undefined
    added = 0
    const all = [...held]
    held.clear()
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
      // A cursor says that all before it was sent: only the last of them may say so of those gathered.
      const cursor = String(place === all.length - 1 ? last : first - 1n)
      send(encode({ type: 'event', cursor, topic, event }))
    }
  }

  return {
    add({ topic, event, cursor }, merge) {
      const key = `${event.kind} ${topic}`
      const before = held.get(key)
      const due = (sentAt.get(key) ?? Number.NEGATIVE_INFINITY) + EVERY_MS - now()
      held.set(key, {
        topic,
        event: before ? merge(before.event, event) : event,
        from: before?.from ?? cursor,
        to: cursor,
      })
      if (++added >= MOST || (held.size === 1 && due <= 0)) flush()
      else timer ??= setTimeout(flush, Math.max(0, due))
    },
    flush,
    stop() {
      clearTimeout(timer)
      held.clear()
      sentAt.clear()
    },
  }
}

const inOrder = (a: Cursor, b: Cursor) => Number(a - b)
