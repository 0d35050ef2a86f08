import { IncomingMessage } from 'node:http'

/** Bytes above its limit that a body may have before it is cut off: so much is under way when a refusal goes out. */
const SLACK = 64 * 1024

/**
 * A request that counts its body as it comes off the wire, whoever reads it or does not, whatever method and content
 * type it has. Above its limit the socket is cut off. A route raises the limit; a request no route has seen has none to
 * speak of.
 */
export class CountedMessage extends IncomingMessage {
  bodyBytes = 0
  bodyLimit = 0
  /** May the body take so many bytes more? */
  mayTake: ((bytes: number) => boolean) | undefined

  override push(chunk: unknown, encoding?: BufferEncoding): boolean {
    if (chunk instanceof Uint8Array) {
      this.bodyBytes += chunk.length
      if (this.bodyBytes > this.bodyLimit + SLACK || this.mayTake?.(chunk.length) === false) {
        this.socket.destroy()
        return false
      }
    }
    return super.push(chunk, encoding)
  }
}
