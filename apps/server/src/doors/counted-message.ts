import { IncomingMessage, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import { errorCodes } from 'fastify'

/** Bytes above its limit that a body may have before it is cut off: so much is under way when a refusal goes out. */
const SLACK = 64 * 1024
/** What a piece of a body takes beside its bytes: a body of single letters would fill memory long before its bytes do. */
const PIECE = 512
/** So many pieces may be small: some devices send a message letter by letter. Of more, the average must have so many bytes. */
const SMALL_PIECES = 4_000
const LEAST_AVERAGE = 256
/**
 * Requests of one socket that may wait for their answers, and that may come in one turn of the event loop: browsers send
 * the second one when the first is answered. All that was read is worked on in one turn, in which nobody else has theirs.
 */
const MOST_UNANSWERED = 4
const MOST_IN_TURN = 8

/** One for all bodies: what is made anew for every request is paid for by every check. */
export type BodyMeter = {
  /** May the body take so many bytes more? */
  take(message: CountedMessage, bytes: number): boolean
}

type Counts = { unanswered: number; turn: number; inTurn: number }
const counts = Symbol('counts')
export type CountedSocket = Socket & { [counts]?: Counts }

/** No more requests are taken on the socket: the next one is one too many. */
export function takeNoMore(socket: CountedSocket): void {
  if (socket[counts]) socket[counts].unanswered = MOST_UNANSWERED
}

let turn = 0
let isTurnOver = true
/** The number of this turn of the event loop. */
function thisTurn(): number {
  if (isTurnOver) {
    isTurnOver = false
    setImmediate(endTurn)
  }
  return turn
}
function endTurn(): void {
  turn++
  isTurnOver = true
}

/**
 * A request that counts its body as it comes off the wire, whoever reads it or does not, whatever method and content
 * type it has. Above its limit no more is read, and whoever reads it is told that it is too large. A socket whose requests do
 * not wait for their answers is cut off. A route raises the limit; a request no route has seen has none to speak of.
 */
export class CountedMessage extends IncomingMessage {
  bodyBytes = 0
  bodyLimit = 0
  pieces = 0
  /** Counts the body among all that are under way, as long as it is one of them. */
  meter: BodyMeter | undefined
  /** What the meter knows of it: whose it is, how much it counted, and when it began. */
  address = ''
  metered = 0
  begun = 0
  /** Is told of every piece that comes, in bytes. */
  onBytes: ((bytes: number) => void) | undefined
  /** Its socket was cut off: nothing of it is wanted any more. */
  private isCutOff = false

  constructor(socket: CountedSocket) {
    super(socket)
    socket[counts] ??= { unanswered: 0, turn: 0, inTurn: 0 }
    const own = socket[counts]
    const now = thisTurn()
    if (own.turn !== now) own.inTurn = 0
    own.turn = now
    if (++own.unanswered <= MOST_UNANSWERED && ++own.inTurn <= MOST_IN_TURN) return
    this.#cutOff()
  }

  override push(chunk: unknown, encoding?: BufferEncoding): boolean {
    if (this.isCutOff) return false
    if (chunk instanceof Uint8Array) {
      this.bodyBytes += chunk.length
      this.pieces++
      this.onBytes?.(chunk.length)
      if (this.bodyBytes > this.bodyLimit + SLACK) {
        this.#readNoMore()
        return false
      }
      if (this.#isInLetters() || this.meter?.take(this, chunk.length + PIECE) === false) {
        this.#cutOff()
        return false
      }
    }
    return super.push(chunk, encoding)
  }

  #isInLetters(): boolean {
    return this.pieces > SMALL_PIECES && this.bodyBytes < this.pieces * LEAST_AVERAGE
  }

  /** Without a listener, the answer is sent or about to be. The socket then closes after it, or for making no progress. */
  #readNoMore(): void {
    this.isCutOff = true
    if (this.listenerCount('error') > 0) this.emit('error', new errorCodes.FST_ERR_CTP_BODY_TOO_LARGE())
  }

  #cutOff(): void {
    this.isCutOff = true
    this.socket.destroy()
  }
}

/** The answer to it: the next request has its place. */
export class CountedResponse<
  Request extends IncomingMessage = IncomingMessage,
> extends ServerResponse<Request> {
  override detachSocket(socket: CountedSocket): void {
    super.detachSocket(socket)
    if (socket[counts]) socket[counts].unanswered--
  }
}
