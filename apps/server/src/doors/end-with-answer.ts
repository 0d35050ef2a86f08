import { type CountedSocket, stopReading } from './counted-message.ts'

/**
 * Ends a socket with a response that is sent before the request's body arrived. If the socket closed at once, incoming data would
 * reset it, and the sender would never read the response: our side ends first, and the rest a moment later. Until then the body is
 * discarded if `reads`, and otherwise left unread.
 */
export function endWithAnswer(socket: CountedSocket, lingerMs: number, keepsReading: boolean): void {
  stopReading(socket)
  // Called by Node.js after a response with `connection: close`.
  socket.destroySoon = () => {
    // A `readable` listener takes the data from the HTTP parser, and this one leaves it unread.
    if (!keepsReading) socket.on('readable', () => undefined)
    socket.end()
    setTimeout(() => socket.destroy(), lingerMs).unref()
  }
}
