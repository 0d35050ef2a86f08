import { IncomingMessage, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import { errorCodes } from 'fastify'

/** Bytes beyond the limit before we stop reading a body: that much may be in transit when a refusal is sent. */
const SLACK_BYTES = 64 * 1024
/** Memory overhead in bytes of each chunk. A body sent byte by byte would fill memory long before its own bytes do. */
const SMALL_CHUNK_BYTES = 512
/**
 * Maximum number of small chunks, which are allowed because some devices send a message character by character. Beyond this number,
 * the average chunk must have the minimum size.
 */
const MAX_SMALL_CHUNKS = 4_000
const MIN_AVERAGE_BYTES = 256
/**
 * Per socket: unanswered requests, and requests in one turn of the event loop, which blocks everybody else. Browsers send the next
 * only after a response.
 */
const MAX_UNANSWERED = 4
const MAX_PER_TICK = 8

/** Counts the bytes of all bodies. All requests share one meter, because anything created per request slows down every check. */
export type BodyMeter = {
  /** Counts these bytes of the body. Returns false if they exceed a limit. */
  take(message: CountedMessage, bytes: number): boolean
}

type RequestCounts = { unanswered: number; turn: number; inTurn: number }
const counts = Symbol('counts')
export type CountedSocket = Socket & { [counts]?: RequestCounts }

/** Stops accepting requests on the socket, by making the next one exceed the limit. */
export function stopReading(socket: CountedSocket): void {
  if (socket[counts]) socket[counts].unanswered = MAX_UNANSWERED
}

let tick = 0
let isTickOver = true
/** Returns the number of the event loop's current turn. */
function getCurrentTick(): number {
  if (isTickOver) {
    isTickOver = false
    setImmediate(endTick)
  }
  return tick
}
function endTick(): void {
  tick++
  isTickOver = true
}

/**
 * Counts body bytes as they arrive, even if nothing reads them. Above the limit the reader gets a too-large error. Cuts the socket
 * for too many pipelined requests or tiny chunks. A matching route raises the limit; without one, at most `SLACK_BYTES` are read.
 */
export class CountedMessage extends IncomingMessage {
  bodyBytes = 0
  bodyLimit = 0
  pieces = 0
  /** Counts the body towards all bodies in transit while it is arriving. */
  meter: BodyMeter | undefined
  /** The meter's data about the body: the sender's address, the bytes counted so far, and when the body started. */
  address = ''
  metered = 0
  startedAt = 0
  /** Called with the size of every chunk. */
  onBytes: ((bytes: number) => void) | undefined
  /** True once the body is too large or the connection has been cut. All further data is then ignored. */
  private isCutOff = false

  constructor(socket: CountedSocket) {
    super(socket)
    socket[counts] ??= { unanswered: 0, turn: 0, inTurn: 0 }
    const socketCounts = socket[counts]
    const currentTick = getCurrentTick()
    if (socketCounts.turn !== currentTick) socketCounts.inTurn = 0
    socketCounts.turn = currentTick
    if (++socketCounts.unanswered <= MAX_UNANSWERED && ++socketCounts.inTurn <= MAX_PER_TICK) return
    this.#cutOff()
  }

  override push(chunk: unknown, encoding?: BufferEncoding): boolean {
    if (this.isCutOff) return false
    if (chunk instanceof Uint8Array) {
      this.bodyBytes += chunk.length
      this.pieces++
      this.onBytes?.(chunk.length)
      if (this.bodyBytes > this.bodyLimit + SLACK_BYTES) {
        this.#readNoMore()
        return false
      }
      if (this.#isInLetters() || this.meter?.take(this, chunk.length + SMALL_CHUNK_BYTES) === false) {
        this.#cutOff()
        return false
      }
    }
    return super.push(chunk, encoding)
  }

  #isInLetters(): boolean {
    return this.pieces > MAX_SMALL_CHUNKS && this.bodyBytes < this.pieces * MIN_AVERAGE_BYTES
  }

  /** Without a reader, the socket closes after the response or because it makes no progress. */
  #readNoMore(): void {
    this.isCutOff = true
    if (this.listenerCount('error') > 0) this.emit('error', new errorCodes.FST_ERR_CTP_BODY_TOO_LARGE())
  }

  #cutOff(): void {
    this.isCutOff = true
    this.socket.destroy()
  }
}

/** The response to a counted request. Sending it makes room for the socket's next request. */
export class CountedResponse<
  Request extends IncomingMessage = IncomingMessage,
> extends ServerResponse<Request> {
  override detachSocket(socket: CountedSocket): void {
    super.detachSocket(socket)
    if (socket[counts]) socket[counts].unanswered--
  }
}
