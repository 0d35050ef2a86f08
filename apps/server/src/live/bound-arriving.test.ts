import { once } from 'node:events'
import { type AddressInfo, connect, type Socket } from 'node:net'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { WebSocketServer } from 'ws'
import { limitIncoming } from './bound-arriving.ts'

const limits = { messagesPerBeat: 100, bytesPerBeat: 4_000, strangerMessages: 5, strangerBytes: 500 }
const frame = (firstByte: number, payload = '') =>
  Buffer.concat([Buffer.from([firstByte, 0x80 | payload.length, 0, 0, 0, 0]), Buffer.from(payload)])
const repeatFrame = (frameBytes: Buffer, times: number) =>
  Buffer.concat(Array.from({ length: times }, () => frameBytes))
const pong = frame(0x8a)
const framesByKind = {
  'answers to heartbeats': pong,
  heartbeats: frame(0x89),
  'empty messages': frame(0x81),
}

let server: WebSocketServer
let client: Socket
let serverSocket: Socket
let isKnownCaller: boolean
/** The number of messages and control frames that the library reported. */
let receivedCount: number
const onOver = vi.fn()
let incomingLimits: ReturnType<typeof limitIncoming>

beforeEach(async () => {
  receivedCount = 0
  isKnownCaller = false
  onOver.mockClear()
  server = new WebSocketServer({ port: 0, host: '127.0.0.1' })
  await once(server, 'listening')
  server.on('connection', (socket, request) => {
    serverSocket = request.socket
    incomingLimits = limitIncoming(socket, serverSocket, { limits, isKnown: () => isKnownCaller, onOver })
    for (const kind of ['message', 'ping', 'pong']) socket.on(kind, () => receivedCount++)
    socket.on('error', () => {})
  })
  client = connect((server.address() as AddressInfo).port, '127.0.0.1')
  client.on('error', () => {})
})
afterEach(() => {
  client.destroy()
  server.close()
})

const upgradeRequest =
  'GET / HTTP/1.1\r\nHost: x\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n' +
  'Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\n\r\n'
async function openClient() {
  client.write(upgradeRequest)
  await once(client, 'data')
}
const waitOptions = { timeout: 5_000, interval: 5 }

test.each(Object.entries(framesByKind))('too many %s are reported', async (_kind, kindFrame) => {
  await openClient()
  client.write(repeatFrame(kindFrame, 2_000))
  await vi.waitUntil(() => onOver.mock.calls.length > 0, waitOptions)
})

test('the limit applies to data sent with the first request too', async () => {
  client.write(Buffer.concat([Buffer.from(upgradeRequest), repeatFrame(framesByKind.heartbeats, 2_000)]))
  await vi.waitUntil(() => onOver.mock.calls.length > 0, waitOptions)
})

test('data sent afterwards is not read', async () => {
  await openClient()
  client.write(repeatFrame(framesByKind.heartbeats, 2_000))
  await vi.waitUntil(() => onOver.mock.calls.length > 0, waitOptions)
  client.write(Buffer.alloc(20_000_000, framesByKind.heartbeats))
  await new Promise(resolve => setTimeout(resolve, 200))
  expect(serverSocket.bytesRead).toBeLessThan(500_000)
})

test('a few frames are accepted, and many from a known client', async () => {
  await openClient()
  client.write(repeatFrame(pong, 5))
  await vi.waitUntil(() => receivedCount === 5, waitOptions)
  isKnownCaller = true
  client.write(repeatFrame(pong, 95))
  await vi.waitUntil(() => receivedCount === 100, waitOptions)
  expect(onOver).not.toHaveBeenCalled()
  incomingLimits.checkTimeouts()
  client.write(repeatFrame(pong, 100))
  await vi.waitUntil(() => receivedCount === 200, waitOptions)
  client.write(pong)
  await vi.waitUntil(() => onOver.mock.calls.length > 0, waitOptions)
})

test('a few long frames exceed the limit as well', async () => {
  await openClient()
  client.write(repeatFrame(frame(0x81, 'x'.repeat(120)), 4))
  await vi.waitUntil(() => onOver.mock.calls.length > 0, waitOptions)
})
