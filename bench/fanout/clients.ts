import { randomBytes } from 'node:crypto'
import { connect, type Socket } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'

export type ClientsOrder = {
  readonly port: number
  readonly path: string
  /** The first message of each socket; null for the bare server. */
  readonly hellos: readonly (string | null)[]
  /** Counts only messages that contain this text, and makes every socket report when they arrived. */
  readonly of?: string
}
/** Makes the clients wait for `expected` messages, report them and close their sockets. With `stay`, the sockets stay open. */
export type ClientsWait = { readonly expected: number; readonly stay?: boolean }
export type ClientsMessage =
  | { readonly type: 'open' }
  /** The numbers of the messages and their arrival times, by the machine's monotonic clock (ms). */
  | { readonly type: 'arrived'; readonly numbers: number[]; readonly at: number[]; readonly frames: number }

/**
 * One socket in this many parses every message. The others only count frames, so that the clients do not dominate the measurement.
 */
const FULL_READER_INTERVAL = 10
/** Maximum sockets per IP address. The product limits them, so the clients connect from several addresses. */
const SOCKETS_PER_ADDRESS = 1_000

const MAX_WAIT_MS = 30_000

let numbers: number[] = []
let arrivalTimes: number[] = []
let frameCount = 0
let countedText: string | undefined
const sockets: Socket[] = []

process.on('message', async (message: ClientsOrder | ClientsWait) => {
  if ('expected' in message) {
    // Wait for the last messages, because a slow server delivers them late and that latency must be measured.
    for (let waitedMs = 0; frameCount < message.expected && waitedMs < MAX_WAIT_MS; waitedMs += 100)
      await sleep(100)
    const arrivalReport = {
      type: 'arrived',
      numbers,
      at: arrivalTimes,
      frames: frameCount,
    } satisfies ClientsMessage
    if (message.stay) {
      ;[numbers, arrivalTimes, frameCount] = [[], [], 0]
      process.send?.(arrivalReport)
      return
    }
    for (const socket of sockets) socket.destroy()
    process.send?.(arrivalReport, () => process.disconnect())
    return
  }
  const { port, path, hellos } = message
  countedText = message.of
  for (let from = 0; from < hellos.length; from += 50)
    await Promise.all(
      hellos.slice(from, from + 50).map((hello, n) => openSocket(port, path, hello, from + n)),
    )
  process.send?.({ type: 'open' } satisfies ClientsMessage)
})

/**
 * Opens a minimal WebSocket client, because a full one would use up the measured cores. Resolves once the server has answered
 * `hello` with `ready` or, without `hello`, has accepted the upgrade.
 */
function openSocket(port: number, path: string, hello: string | null, n: number): Promise<void> {
  const localAddress = `127.0.0.${2 + Math.floor(n / SOCKETS_PER_ADDRESS)}`
  const socket = connect({ host: '127.0.0.1', port, localAddress })
  sockets.push(socket)
  const key = randomBytes(16).toString('base64')
  socket.write(
    `GET ${path} HTTP/1.1\r\nHost: bench\r\nUpgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Key: ${key}\r\nSec-WebSocket-Version: 13\r\n\r\n`,
  )
  const readsAll = n % FULL_READER_INTERVAL === 0
  return new Promise((resolve, reject) => {
    let buffered = Buffer.alloc(0)
    let isUpgraded = false
    let isGreeted = hello === null
    socket.on('error', reject)
    socket.on('close', () =>
      reject(new Error(`Socket ${n} was closed: ${buffered.toString().slice(0, 200)}`)),
    )
    socket.on('data', chunk => {
      buffered = buffered.length === 0 ? chunk : Buffer.concat([buffered, chunk])
      if (!isUpgraded) {
        const end = buffered.indexOf('\r\n\r\n')
        if (end < 0) return
        if (!buffered.subarray(0, 12).toString().endsWith('101'))
          return reject(new Error(buffered.toString()))
        isUpgraded = true
        buffered = buffered.subarray(end + 4)
        if (hello === null) resolve()
        else socket.write(createFrame(hello))
      }
      for (let frame = nextFrame(buffered); frame; frame = nextFrame(buffered)) {
        buffered = buffered.subarray(frame.end)
        if (frame.opcode === 9) socket.write(createFrame(frame.payload, 0x8a))
        else if (isGreeted) countFrame(frame.payload, readsAll)
        else if (frame.payload.includes('"type":"ready"')) {
          isGreeted = true
          resolve()
        }
      }
    })
  })
}

function countFrame(payload: Buffer, readsAll: boolean): void {
  if (countedText) {
    if (!payload.includes(countedText)) return
    frameCount++
    arrivalTimes.push(Number(process.hrtime.bigint()) / 1e6)
    return
  }
  frameCount++
  if (!readsAll) return
  const number = /"durationMinutes":(\d+)/.exec(payload.toString('latin1'))?.[1]
  if (number === undefined) return
  numbers.push(Number(number))
  arrivalTimes.push(Number(process.hrtime.bigint()) / 1e6)
}

type Frame = { readonly opcode: number; readonly payload: Buffer; readonly end: number }

/** Parses the next complete, unmasked frame from a server (RFC 6455, section 5.2). Undefined until it is complete. */
function nextFrame(bytes: Buffer): Frame | undefined {
  if (bytes.length < 2) return undefined
  const shortLength = bytes.readUInt8(1) & 127
  const payloadOffset = shortLength === 126 ? 4 : shortLength === 127 ? 10 : 2
  if (bytes.length < payloadOffset) return undefined
  const length =
    shortLength === 126
      ? bytes.readUInt16BE(2)
      : shortLength === 127
        ? Number(bytes.readBigUInt64BE(2))
        : shortLength
  const end = payloadOffset + length
  return bytes.length < end
    ? undefined
    : { opcode: bytes.readUInt8(0) & 15, payload: bytes.subarray(payloadOffset, end), end }
}

/** Builds a client frame, masked with zeros. */
function createFrame(data: string | Buffer, first = 0x81): Buffer {
  const payload = Buffer.from(data)
  const isLong = payload.length > 125
  const head = Buffer.alloc(isLong ? 8 : 6)
  head.writeUInt8(first, 0)
  head.writeUInt8(128 | (isLong ? 126 : payload.length), 1)
  if (isLong) head.writeUInt16BE(payload.length, 2)
  return Buffer.concat([head, payload])
}
