import { type CountedSocket, stopReading } from './counted-message.ts'

/**
 * Closing at once would let incoming data reset the socket before the response is read. Our side is ended first, the socket
 * destroyed `lingerMs` later; until then the body is discarded if `keepsReading`, else left unread.
 */
export function endWithAnswer(socket: CountedSocket, lingerMs: number, keepsReading: boolean): void {
  stopReading(socket)
  // Node.js calls this after a response with `connection: close`.
  socket.destroySoon = () => {
    // A `readable` listener takes the data away from the HTTP parser, and this one leaves it unread.
    if (!keepsReading) socket.on('readable', () => undefined)
    socket.end()
    setTimeout(() => socket.destroy(), lingerMs).unref()
  }
}
