import type { Socket } from 'node:net'
import type { WebSocket } from 'ws'
import type { LiveLimits } from './limits.ts'

type Limits = Pick<LiveLimits, 'messagesPerBeat' | 'bytesPerBeat' | 'strangerMessages' | 'strangerBytes'>

type Options = {
  readonly limits: Limits
  /** Whether the session of who sends is known by now. */
  readonly isKnown: () => boolean
  /** More came than the limits allow. May be called again for what was already on its way. */
  readonly onOver: () => void
}

/** Limits what a client sends between two heartbeats: bytes, and messages with pings and pongs. Beyond them nothing more is read. */
export function boundArriving(
  socket: Pick<WebSocket, 'on'>,
  line: Pick<Socket, 'prependListener' | 'pause'>,
  { limits, isKnown, onOver }: Options,
): { beat(): void } {
  let messages = 0
  let bytes = 0
  const look = () => {
    const known = isKnown()
    const messagesAtMost = known ? limits.messagesPerBeat : limits.strangerMessages
    const bytesAtMost = known ? limits.bytesPerBeat : limits.strangerBytes
    if (messages <= messagesAtMost && bytes <= bytesAtMost) return
    line.pause()
    onOver()
  }
  line.prependListener('data', (arrived: Buffer) => {
    bytes += arrived.length
    look()
  })
  for (const kind of ['message', 'ping', 'pong'] as const) {
    socket.on(kind, () => {
      messages++
      look()
    })
  }
  return {
    beat() {
      messages = 0
      bytes = 0
    },
  }
}
