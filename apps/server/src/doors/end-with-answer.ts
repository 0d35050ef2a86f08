import { type CountedSocket, stopReading } from './counted-message.ts'

/**
 * Ends a socket with a response that is sent before the request's body has arrived. If the socket closed immediately, incoming data
 * would reset it and the sender would never read the response. Our side is therefore ended first, and the socket is destroyed
 * `lingerMs` later. Until then, the body is discarded if `keepsReading`, and otherwise left unread.
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
