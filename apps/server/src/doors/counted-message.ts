import { IncomingMessage } from 'node:http'

/** Bytes above its limit that a body may have before it is cut off: so much is under way when a refusal goes out. */
const SLACK = 64 * 1024

/** One for all bodies: what is made anew for every request is paid for by every check. */
export type BodyMeter = {
  /** May the body take so many bytes more? */
  take(message: CountedMessage, bytes: number): boolean
}

/**
 * A request that counts its body as it comes off the wire, whoever reads it or does not, whatever method and content
 * type it has. Above its limit the socket is cut off. A route raises the limit; a request no route has seen has none to
 * speak of.
 */
export class CountedMessage extends IncomingMessage {
  bodyBytes = 0
  bodyLimit = 0
  /** Counts the body among all that are under way, as long as it is one of them. */
  meter: BodyMeter | undefined
  /** What the meter knows of it: whose it is, how much it counted, and when it began. */
  address = ''
  metered = 0
  begun = 0

  override push(chunk: unknown, encoding?: BufferEncoding): boolean {
    if (chunk instanceof Uint8Array) {
      this.bodyBytes += chunk.length
      if (this.bodyBytes > this.bodyLimit + SLACK || this.meter?.take(this, chunk.length) === false) {
        this.socket.destroy()
        return false
      }
    }
    return super.push(chunk, encoding)
  }
}
