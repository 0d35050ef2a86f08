import type { Socket } from 'node:net'
import type { closeCodes } from '@muster/contract/feed.ts'
import { closeCodes as codes } from '@muster/contract/feed.ts'
import type { WebSocket } from 'ws'
import type { LiveLimits } from './limits.ts'

export type CloseReason = keyof typeof closeCodes

/** The TCP connection below a WebSocket. */
export type TcpSocket = Pick<Socket, 'write' | 'cork' | 'uncork' | 'prependListener' | 'pause'>

/**
 * Limits unsent data of slow readers. Frames are built once for all sockets and written to the TCP connection, because the library
 * would build one per socket.
 */
export type Wire = {
  readonly closed: boolean
  /**
   * Sends a frame immediately. Disconnects a socket whose unsent data stays above the limit for `burstMs`, or exceeds
   * `BURST_FACTOR` times the limit.
   */
  send(data: Buffer): undefined
  /**
   * Sends a frame. If the socket already has much unsent data, returns a promise that resolves once the frame is written, and
   * disconnects a socket that accepts nothing for too long.
   */
  sendPaced(data: Buffer): Promise<void> | undefined
  /** Sends the code for the reason, and terminates a socket that does not respond in time. Only the first call counts. */
  close(reason: CloseReason): void
}

/** Maximum burst, as a multiple of the limit on unsent bytes. */
const BURST_FACTOR = 8

/** `onClose` is called once, when this side closes or the socket is gone, whichever is first. */
export function createWire(
  socket: WebSocket,
  tcpSocket: TcpSocket,
  limits: LiveLimits,
  onClose: (reason: CloseReason | undefined) => void,
): Wire {
  let isClosed = false
  let stallTimer: ReturnType<typeof setTimeout> | undefined

  function end(reason: CloseReason | undefined) {
    if (isClosed) return
    isClosed = true
    clearTimeout(stallTimer)
    onClose(reason)
  }

  function close(reason: CloseReason) {
    if (isClosed) return
    end(reason)
    socket.close(codes[reason], reason)
    // A stalled socket never reads the close frame.
    const timer = setTimeout(() => socket.terminate(), limits.goodbyeMs)
    socket.once('close', () => clearTimeout(timer))
  }

  function checkUnsent() {
    stallTimer = undefined
    if (socket.bufferedAmount > limits.unsentBytes) close('tooSlow')
  }

  socket.once('close', () => end(undefined))

  return {
    get closed() {
      return isClosed
    },
    send(data) {
      if (isClosed || socket.readyState !== socket.OPEN) return
      tcpSocket.write(data)
      const unsentBytes = socket.bufferedAmount
      if (unsentBytes <= limits.unsentBytes) return
      // A burst is not the reader's fault, because there was no time to read it yet.
      if (unsentBytes > limits.unsentBytes * BURST_FACTOR) close('tooSlow')
      else stallTimer ??= setTimeout(checkUnsent, limits.burstMs)
    },
    sendPaced(data) {
      if (isClosed || socket.readyState !== socket.OPEN) return
      if (socket.bufferedAmount < limits.replayBytes) {
        tcpSocket.write(data)
        return
      }
      return new Promise(resolve => {
        const timer = setTimeout(() => close('tooSlow'), limits.replayStallMs)
        const finish = () => {
          clearTimeout(timer)
          socket.off('close', finish)
          resolve()
        }
        socket.once('close', finish)
        tcpSocket.write(data, finish)
      })
    },
    close,
  }
}
