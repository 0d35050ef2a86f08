import { type CountedSocket, takeNoMore } from './counted-message.ts'

/**
 * Has a socket end with an answer that goes out before the body of its request is in. Closed at once, the socket would be reset
 * by what still comes, and the sender would never read the answer: our side ends, and the rest of the socket a moment later.
 * Until then the body is thrown away where `reads`, and otherwise left where it is.
 */
export function endWithAnswer(socket: CountedSocket, lingerMs: number, reads: boolean): void {
  takeNoMore(socket)
  // Called by Node.js once an answer is out that says `connection: close`.
  socket.destroySoon = () => {
    // A `readable` listener takes the data away from the HTTP parser, and this one leaves it unread.
    if (!reads) socket.on('readable', () => undefined)
    socket.end()
    setTimeout(() => socket.destroy(), lingerMs).unref()
  }
}
