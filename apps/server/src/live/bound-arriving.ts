import type { Socket } from 'node:net'
import type { WebSocket } from 'ws'
import type { LiveLimits } from './limits.ts'

type Limits = Pick<LiveLimits, 'messagesPerBeat' | 'bytesPerBeat' | 'strangerMessages' | 'strangerBytes'>

type Options = {
  readonly limits: Limits
  /** True once the client's session is known. */
  readonly isKnown: () => boolean
  /** Called when a limit is exceeded, and possibly again for data already in transit. */
  readonly onOver: () => void
}

/**
 * Limits what a client sends between two heartbeats: the bytes, and the number of messages, pings and pongs. The limits are
 * lower until the client's session is known. Once a limit is exceeded, nothing more is read.
 */
export function boundArriving(
  socket: Pick<WebSocket, 'on'>,
  tcpSocket: Pick<Socket, 'prependListener' | 'pause'>,
  { limits, isKnown, onOver }: Options,
): { checkTimeouts(): void } {
  let messages = 0
  let bytes = 0
  const checkLimits = () => {
    const known = isKnown()
    const maxMessages = known ? limits.messagesPerBeat : limits.strangerMessages
    const maxBytes = known ? limits.bytesPerBeat : limits.strangerBytes
    if (messages <= maxMessages && bytes <= maxBytes) return
    tcpSocket.pause()
    onOver()
  }
  tcpSocket.prependListener('data', (chunk: Buffer) => {
    bytes += chunk.length
    checkLimits()
  })
  for (const kind of ['message', 'ping', 'pong'] as const) {
    socket.on(kind, () => {
      messages++
      checkLimits()
    })
  }
  return {
    checkTimeouts() {
      messages = 0
      bytes = 0
    },
  }
}
