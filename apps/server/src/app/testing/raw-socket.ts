import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'

export type RawSocket = {
  readonly socket: Socket
  readonly closed: Promise<number>
  /** Returns what the server has sent so far. */
  output(): string
  /** True once the server has ended its side. A reset does not count, because it discards unread responses. */
  ended(): boolean
  /** Resolves to the milliseconds from opening the connection to its end; undefined if it is still open after `ms`. */
  closedWithin(ms: number): Promise<number | undefined>
}

/** Opens a raw TCP connection, which can send arbitrary data. */
export async function openRawSocket(port: number, text = ''): Promise<RawSocket> {
  const socket = connect(port, '127.0.0.1')
  const openedAt = performance.now()
  let output = ''
  socket.on('data', chunk => {
    output += chunk.toString('latin1')
  })
  let hasEnded = false
  socket.once('end', () => {
    hasEnded = true
  })
  // A connection that is cut while sending reports an error, which is expected.
  socket.on('error', () => undefined)
  const closePromise = new Promise<number>(done =>
    socket.once('close', () => done(performance.now() - openedAt)),
  )
  await once(socket, 'connect')
  if (text) socket.write(text)
  return {
    socket,
    closed: closePromise,
    output: () => output,
    ended: () => hasEnded,
    closedWithin: ms => Promise.race([closePromise, sleep(ms, undefined, { ref: false })]),
  }
}

const chunkData = Buffer.alloc(64 * 1024, 0x61)
const chunk = Buffer.concat([
  Buffer.from(`${chunkData.length.toString(16)}\r\n`),
  chunkData,
  Buffer.from('\r\n'),
])

/** Sends a chunked body until the server refuses it or `limit` bytes are sent. Returns how many bytes were sent. */
export async function sendEndlessBody({ socket, closed }: RawSocket, limit: number): Promise<number> {
  while (!socket.destroyed && socket.bytesWritten < limit) {
    if (socket.write(chunk)) continue
    // The server is not reading: wait until it does, or until the connection ends.
    await Promise.race([new Promise(done => socket.once('drain', done)), closed])
  }
  return socket.bytesWritten
}

export const createRequestHead = (
  method: string,
  path: string,
  headers: Record<string, string> = {},
): string =>
  [
    `${method} ${path} HTTP/1.1`,
    'Host: 127.0.0.1',
    ...Object.entries(headers).map(([name, value]) => `${name}: ${value}`),
    '\r\n',
  ].join('\r\n')
