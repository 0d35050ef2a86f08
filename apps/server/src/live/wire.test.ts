import { EventEmitter } from 'node:events'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { WebSocket } from 'ws'
import { liveLimits } from './limits.ts'
import { createWire, type TcpSocket } from './wire.ts'

/** A fake socket whose peer reads only on demand. */
class HeldSocket extends EventEmitter {
  bufferedAmount = 0
  closed: number | undefined
  readonly OPEN = 1
  readyState = 1
  readonly line = {
    write: (data: Buffer) => {
      this.bufferedAmount += data.length
      return true
    },
    cork() {},
    uncork() {},
  } as unknown as TcpSocket
  close(code: number) {
    this.closed = code
  }
  terminate() {}
}

const limits = { ...liveLimits, unsentBytes: 1_000, burstMs: 500 }

function createHeldWire() {
  const socket = new HeldSocket()
  const onClose = vi.fn()
  return { socket, onClose, wire: createWire(socket as unknown as WebSocket, socket.line, limits, onClose) }
}

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

test('a burst does not disconnect a socket that then reads it', () => {
  const { socket, wire, onClose } = createHeldWire()
  for (let n = 0; n < 5; n++) wire.send(Buffer.alloc(1_000))
  vi.advanceTimersByTime(499)
  socket.bufferedAmount = 1_000
  vi.advanceTimersByTime(1)
  expect(wire.closed).toBe(false)
  expect(onClose).not.toHaveBeenCalled()
})

test('a socket that does not read is disconnected after a moment', () => {
  const { wire, onClose } = createHeldWire()
  wire.send(Buffer.alloc(1_001))
  vi.advanceTimersByTime(499)
  expect(wire.closed).toBe(false)
  vi.advanceTimersByTime(1)
  expect(onClose).toHaveBeenCalledExactlyOnceWith('tooSlow')
})

test('a socket with more than a burst unsent is disconnected at once', () => {
  const { wire, onClose } = createHeldWire()
  wire.send(Buffer.alloc(8_001))
  expect(onClose).toHaveBeenCalledExactlyOnceWith('tooSlow')
})

test('nothing is written to a closing socket', () => {
  const { socket, wire } = createHeldWire()
  socket.readyState = 2
  wire.send(Buffer.alloc(10))
  expect(socket.bufferedAmount).toBe(0)
})
