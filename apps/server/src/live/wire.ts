import type { Socket } from 'node:net'
import type { closeCodes } from '@muster/contract/feed.ts'
import { closeCodes as codes } from '@muster/contract/feed.ts'
import type { WebSocket } from 'ws'
import type { LiveLimits } from './limits.ts'

export type CloseReason = keyof typeof closeCodes

/** The connection below a socket. */
export type Line = Pick<Socket, 'write' | 'cork' | 'uncork' | 'prependListener' | 'pause'>

/**
 * The sending side of a socket: never lets a slow reader pile up more than the limits allow. Takes frames that are made once for
 * all sockets, and writes them past the library, which would make one for each; nothing is compressed here, so that all it has to say
 * of them is whether the socket is open.
 */
export type Wire = {
  readonly closed: boolean
  /** Sends a frame at once; a socket that has too much unsent, and not only for a moment, is cut off. */
  send(data: Buffer): undefined
  /** Sends, and resolves when there is room for more. Cuts the socket off when it takes nothing for too long. */
  sendPaced(data: Buffer): Promise<void> | undefined
  /** Closes with the code of the reason; what does not answer in time is terminated. Only the first call counts. */
  close(reason: CloseReason): void
}

/** How many times the bytes that may be unsent a burst may come to. */
const BURST = 8

/** `onClose` is called once, when this side closes or when the socket is gone, whichever comes first. */
export function createWire(
  socket: WebSocket,
  line: Line,
  limits: LiveLimits,
  onClose: (reason: CloseReason | undefined) => void,
): Wire {
  let closed = false
  let late: ReturnType<typeof setTimeout> | undefined

  function end(reason: CloseReason | undefined) {
    if (closed) return
    closed = true
    clearTimeout(late)
    onClose(reason)
  }

  function close(reason: CloseReason) {
    if (closed) return
    end(reason)
    socket.close(codes[reason], reason)
    // A stalled socket never reads the close frame.
    const timer = setTimeout(() => socket.terminate(), limits.goodbyeMs)
    socket.once('close', () => clearTimeout(timer))
  }

  function judge() {
    late = undefined
    if (socket.bufferedAmount > limits.unsentBytes) close('tooSlow')
  }

  socket.once('close', () => end(undefined))

  return {
    get closed() {
      return closed
    },
    send(data) {
      if (closed || socket.readyState !== socket.OPEN) return
      line.write(data)
      const unsent = socket.bufferedAmount
      if (unsent <= limits.unsentBytes) return
      // Much that comes at once is no fault of the reader, who had no moment to read it.
      if (unsent > limits.unsentBytes * BURST) close('tooSlow')
      else late ??= setTimeout(judge, limits.burstMs)
    },
    sendPaced(data) {
      if (closed || socket.readyState !== socket.OPEN) return
      if (socket.bufferedAmount < limits.replayBytes) {
        line.write(data)
        return
      }
      return new Promise(resolve => {
        const timer = setTimeout(() => close('tooSlow'), limits.replayStallMs)
        const done = () => {
          clearTimeout(timer)
          socket.off('close', done)
          resolve()
        }
        socket.once('close', done)
        line.write(data, done)
      })
    },
    close,
  }
}
