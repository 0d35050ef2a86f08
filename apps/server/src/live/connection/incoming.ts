import type { ClientMessage } from '@muster/contract/feed.ts'
import type { WebSocket } from 'ws'
import { limitIncoming } from '../bound-arriving.ts'
import type { GreetingLimit } from '../greeting-limit.ts'
import type { LiveLimits } from '../limits.ts'
import { countBytes, readMessage } from '../read-message.ts'
import type { TcpSocket, Wire } from '../wire.ts'

export type Hello = Extract<ClientMessage, { type: 'hello' }>

type Options = {
  readonly limits: LiveLimits
  readonly greetings: GreetingLimit
  readonly address: string
  readonly wire: Wire
  isKnown(): boolean
  onHello(hello: Hello): void
  onWatch(topics: readonly string[]): void
  onPing(): void
}

/** Reads the client's messages: one hello in time, then lists of topics and heartbeats. Anything else closes the socket. */
export function createIncoming(socket: WebSocket, tcpSocket: TcpSocket, options: Options) {
  const { limits, greetings, address, wire, isKnown, onHello, onWatch, onPing } = options
  const helloTimer = setTimeout(() => wire.close('helloMissing'), limits.helloMs)
  let isGreeted = false
  let isAlive = true

  const incomingLimits = limitIncoming(socket, tcpSocket, {
    limits,
    isKnown,
    onOver: () => wire.close('tooMany'),
  })
  socket.on('message', (data, isBinary) => {
    if (wire.closed) return
    isAlive = true
    if (!isGreeted && !greetings.hears(address, countBytes(data))) return wire.close('tooMany')
    const message = readMessage(data, isBinary)
    if (typeof message === 'string') return wire.close(message)
    if ((message.type === 'hello') === isGreeted) return wire.close('malformed')
    if (message.type === 'hello') {
      isGreeted = true
      clearTimeout(helloTimer)
      onHello(message)
    } else if (message.type === 'watch') onWatch(message.topics)
    else onPing()
  })
  socket.on('pong', () => {
    isAlive = true
  })
  // The library closes the socket with the standard code on an oversized message or a broken frame; its error needs a listener.
  socket.on('error', () => {
    const timer = setTimeout(() => socket.terminate(), limits.goodbyeMs)
    socket.once('close', () => clearTimeout(timer))
  })

  return {
    /** Resets the counts of received data. Returns false, without sending, if the last heartbeat was not answered. */
    beat(): boolean {
      if (!isAlive) return false
      isAlive = false
      incomingLimits.checkTimeouts()
      socket.ping()
      return true
    },
    stop: () => clearTimeout(helloTimer),
  }
}
