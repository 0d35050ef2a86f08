import type { FeedEvent, ServerMessage } from '@muster/contract/feed.ts'
import type { Cursor } from './cursor.ts'
import { textFrame } from './frame.ts'

/** One event of the feed as read from the table. */
export type FeedEntry = {
  readonly cursor: Cursor
  readonly topic: string
  readonly event: FeedEvent
  /** The message of the wire: serialised once, however many sockets it goes to. */
  wire(): Buffer
  /** The message with a part of the event, for who may see no more. */
  wireOf(part: FeedEvent): Buffer
}

/** The columns of feed_events an entry is made of; seq as text. */
export type EntryRow = { seq: string; topic: string; kind: string; payload: object }

/**
 * An entry of its row. The payload is not checked again: only our own transactions write it, and a kind of a newer
 * node passes through an older one.
 */
export function toEntry(row: EntryRow): FeedEntry {
  const cursor = BigInt(row.seq)
  const event = { kind: row.kind, ...row.payload } as FeedEvent
  let wire: Buffer | undefined
  const wireOf = (part: FeedEvent) =>
    encode({ type: 'event', cursor: row.seq, topic: row.topic, event: part })
  return {
    cursor,
    topic: row.topic,
    event,
    wire() {
      wire ??= wireOf(event)
      return wire
    },
    wireOf,
  }
}

/** The message as a frame of the wire. */
export function encode(message: ServerMessage): Buffer {
  return textFrame(JSON.stringify(message))
}
