import type { Socket } from 'node:net'
import type { WebSocket } from 'ws'
import type { LiveLimits } from './limits.ts'

type Limits = Pick<LiveLimits, 'messagesPerBeat' | 'bytesPerBeat' | 'strangerMessages' | 'strangerBytes'>

type Options = {
  readonly limits: Limits
  readonly isKnown: () => boolean
  /** Called when a limit is exceeded, and possibly again for data already in transit. */
  readonly onOver: () => void
}

/** Bytes, messages, pings and pongs between heartbeats; lower until the session is known. Beyond, nothing more is read. */
export function limitIncoming(
  socket: Pick<WebSocket, 'on'>,
  tcpSocket: Pick<Socket, 'prependListener' | 'pause'>,
  { limits, isKnown, onOver }: Options,
): { checkTimeouts(): void } {
  let messageCount = 0
  let byteCount = 0
  const checkLimits = () => {
    const isKnownCaller = isKnown()
    const maxMessages = isKnownCaller ? limits.messagesPerBeat : limits.strangerMessages
    const maxBytes = isKnownCaller ? limits.bytesPerBeat : limits.strangerBytes
    if (messageCount <= maxMessages && byteCount <= maxBytes) return
    tcpSocket.pause()
    onOver()
  }
  tcpSocket.prependListener('data', (chunk: Buffer) => {
    byteCount += chunk.length
    checkLimits()
  })
  for (const kind of ['message', 'ping', 'pong'] as const) {
    socket.on(kind, () => {
      messageCount++
      checkLimits()
    })
  }
  return {
    checkTimeouts() {
      messageCount = 0
      byteCount = 0
    },
  }
}
