import { randomUUID } from 'node:crypto'
import { closeCodes, feedVersion } from '@muster/contract/feed.ts'
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { addPerson, startLiveServer } from './testing/live-server.ts'

const SOCKET_COUNT = 5
const waitOptions = { timeout: 10_000, interval: 5 }

let server: Awaited<ReturnType<typeof startLiveServer>>
let token: string
beforeAll(async () => {
  server = await startLiveServer({ socketsPerSession: SOCKET_COUNT })
})
afterAll(() => server.stop())
beforeEach(async () => {
  token = (await addPerson(server.db.pool)).token
})

const connect = () => server.connect({ token })
async function connectAndGreet() {
  const client = connect()
  await client.message('ready')
  return client
}

test('a session has a limited number of sockets; closing one makes room', async () => {
  const clients = await Promise.all(Array.from({ length: SOCKET_COUNT }, connectAndGreet))
  expect(await connect().closedWith()).toBe(closeCodes.tooMany)
  const socketsBefore = server.hub.metrics.sockets
  clients[0]?.terminate()
  await vi.waitUntil(() => server.hub.metrics.sockets < socketsBefore, waitOptions)
  await connectAndGreet()
})

test('a few long messages are refused', async () => {
  const client = await connectAndGreet()
  const topics = Array.from({ length: 1_000 }, () => `zone:${randomUUID()}`)
  for (let i = 0; i < 60; i++) client.send({ type: 'watch', topics })
  expect(await client.closedWith()).toBe(closeCodes.tooMany)
})

test('a flood of short messages is refused', async () => {
  const client = await connectAndGreet()
  for (let i = 0; i < 2_000; i++) client.send({ type: 'ping' })
  expect(await client.closedWith()).toBe(closeCodes.tooMany)
})

test('a flood of heartbeat responses is refused, before and after the greeting', async () => {
  const stranger = server.connect({ quiet: true })
  await stranger.opened
  const greetedClient = await connectAndGreet()
  for (const client of [stranger, greetedClient]) {
    for (let i = 0; i < 2_000; i++) client.socket.pong()
    expect(await client.closedWith()).toBe(closeCodes.tooMany)
  }
})

test('a client without a hello may answer heartbeats', async () => {
  const client = server.connect({ quiet: true })
  await client.opened
  for (let i = 0; i < 10; i++) client.socket.pong()
  client.send({ type: 'hello', version: feedVersion, token, topics: [] })
  await client.message('ready')
})

test('an IP address has a limited number of concurrent greetings, and long ones count for more', async () => {
  const limitedServer = await startLiveServer({ hellosAtOnce: 20, hellosPerSecond: 0.01 })
  try {
    const connectStranger = async (length: number) => {
      const client = limitedServer.connect({ quiet: true })
      await client.opened
      client.socket.send('['.repeat(length))
      return client.closedWith()
    }
    expect(await connectStranger(10)).toBe(closeCodes.malformed)
    expect(await connectStranger(60_000)).toBe(closeCodes.malformed)
    for (let i = 0; i < 5; i++) await connectStranger(10)
    expect(await connectStranger(10)).toBe(closeCodes.tooMany)
  } finally {
    await limitedServer.stop()
  }
})
