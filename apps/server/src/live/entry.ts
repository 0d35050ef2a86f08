import type { FeedEvent, FeedEventKind, ServerMessage } from '@muster/contract/feed.ts'
import type { Cursor } from './cursor.ts'

const FINAL_TEXT = 0x81

/** Builds a text message as an unmasked server frame (RFC 6455, section 5.2), which can be sent to any number of sockets. */
export function encodeTextFrame(text: string): Buffer {
  const length = Buffer.byteLength(text)
  const headerLength = length < 126 ? 2 : length < 65_536 ? 4 : 10
  const frame = Buffer.allocUnsafe(headerLength + length)
  frame[0] = FINAL_TEXT
  frame[1] = headerLength === 2 ? length : headerLength === 4 ? 126 : 127
  if (headerLength === 4) frame.writeUInt16BE(length, 2)
  if (headerLength === 10) frame.writeBigUInt64BE(BigInt(length), 2)
  frame.write(text, headerLength)
  return frame
}

/** A feed event as read from the table. */
export type FeedEntry = {
  readonly cursor: Cursor
  readonly topic: string
  readonly kind: FeedEventKind
  /** Parsed on first use, because most events are of no interest to anybody on this node. */
  readonly event: FeedEvent
  /** Returns the message with the visible part of the event; a whole event is serialised once, however many sockets it goes to. */
  wire(part: FeedEvent): Buffer
}

/** The columns of feed_events that make up an entry; seq and payload as text. */
export type EntryRow = { seq: string; topic: string; kind: string; payload: string }

/**
 * Creates an entry from its row. The payload is not validated again: only our own transactions write it, and an older node must
 * forward kinds that only a newer one knows.
 */
export const toEntry = (row: EntryRow): FeedEntry => new RowEntry(row)

/** A class with lazy fields, because a node creates thousands of entries a second and mostly needs only their kind and topic. */
class RowEntry implements FeedEntry {
  readonly #row: EntryRow
  #event: FeedEvent | undefined
  #wire: Buffer | undefined

  constructor(row: EntryRow) {
    this.#row = row
  }
  get cursor() {
    return BigInt(this.#row.seq)
  }
  get topic() {
    return this.#row.topic
  }
  get kind() {
    return this.#row.kind as FeedEventKind
  }
  get event() {
    this.#event ??= { kind: this.#row.kind, ...JSON.parse(this.#row.payload) } as FeedEvent
    return this.#event
  }
  wire(visibleEvent: FeedEvent) {
    if (visibleEvent !== this.event) return this.#encode(visibleEvent)
    this.#wire ??= this.#encode(visibleEvent)
    return this.#wire
  }
  #encode(visibleEvent: FeedEvent) {
    const { seq, topic } = this.#row
    return encode({ type: 'event', cursor: seq, topic, event: visibleEvent })
  }
}

/** Encodes the message as a WebSocket frame. */
export function encode(message: ServerMessage): Buffer {
  return encodeTextFrame(JSON.stringify(message))
}
