import type { FeedEvent, FeedEventKind, ServerMessage } from '@muster/contract/feed.ts'
import type { Cursor } from './cursor.ts'
import { textFrame } from './frame.ts'

/** One event of the feed as read from the table. */
export type FeedEntry = {
  readonly cursor: Cursor
  readonly topic: string
  readonly kind: FeedEventKind
  /** Read out of its row when first asked for: most of what passes a node concerns nobody there. */
  readonly event: FeedEvent
  /** The message of the wire: serialised once, however many sockets it goes to. */
  wire(): Buffer
  /** The message with a part of the event, for who may see no more. */
  wireOf(part: FeedEvent): Buffer
}

/** The columns of feed_events an entry is made of; seq and payload as text. */
export type EntryRow = { seq: string; topic: string; kind: string; payload: string }

/**
 * An entry of its row. The payload is not checked again: only our own transactions write it, and a kind of a newer
 * node passes through an older one.
 */
export function toEntry(row: EntryRow): FeedEntry {
  let event: FeedEvent | undefined
  let wire: Buffer | undefined
  const read = () => {
    event ??= { kind: row.kind, ...JSON.parse(row.payload) } as FeedEvent
    return event
  }
  const wireOf = (part: FeedEvent) =>
    encode({ type: 'event', cursor: row.seq, topic: row.topic, event: part })
  return {
    cursor: BigInt(row.seq),
    topic: row.topic,
    kind: row.kind as FeedEventKind,
    get event() {
      return read()
    },
    wire() {
      wire ??= wireOf(read())
      return wire
    },
    wireOf,
  }
}

/** The message as a frame of the wire. */
export function encode(message: ServerMessage): Buffer {
  return textFrame(JSON.stringify(message))
}
