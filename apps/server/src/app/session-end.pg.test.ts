import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { closeCodes, feedVersion, type ServerMessage } from '@muster/contract/feed.ts'
import { v7 as uuidV7 } from 'uuid'
import { beforeAll, describe, expect, it } from 'vitest'
import WebSocket from 'ws'
import { hashToken } from '../lib/secrets.ts'
import { insideTestBox, type TestUser } from '../testing/factories.ts'
import { testServer } from './testing/served-app.ts'

const { server, make } = testServer()
let port: number

beforeAll(async () => {
  await server.app.listen({ port: 0, host: '127.0.0.1' })
  port = (server.app.server.address() as AddressInfo).port
})

const post = (path: string, token: string, body: unknown) =>
  fetch(`http://127.0.0.1:${port}${path}`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    body: JSON.stringify(body),
  })
const getMeStatus = async ({ token }: TestUser) =>
  (await fetch(`http://127.0.0.1:${port}/api/auth/me`, { headers: { authorization: `Bearer ${token}` } }))
    .status

/** Opens a socket, signs in on it and returns it with its first message. */
async function follow({
  id,
  token,
}: TestUser): Promise<{ socket: WebSocket; first: ServerMessage | number }> {
  const socket = new WebSocket(`ws://127.0.0.1:${port}/live`)
  await once(socket, 'open')
  const firstMessage = Promise.race([
    once(socket, 'message').then(([data]) => JSON.parse(String(data)) as ServerMessage),
    once(socket, 'close').then(([code]) => code as number),
  ])
  socket.send(JSON.stringify({ type: 'hello', version: feedVersion, token, topics: [`user:${id}`] }))
  return { socket, first: await firstMessage }
}

async function waitForCloseCode(socket: WebSocket, ms: number): Promise<number | 'still open'> {
  const timeout = AbortSignal.timeout(ms)
  return once(socket, 'close', { signal: timeout }).then(
    ([code]) => code as number,
    () => 'still open' as const,
  )
}

describe('suspending an account', () => {
  it.each(['suspended', 'inactive'])('ends socket and session (%s) within one second', async status => {
    const person = await make.user()
    const { socket, first } = await follow(person)
    expect(first).toMatchObject({ type: 'ready' })
    expect(await getMeStatus(person)).toBe(200)
    const closeCodePromise = waitForCloseCode(socket, 1_000)
    await server.db.pool.query('update user_profiles set status = $2 where id = $1', [person.id, status])
    expect(await closeCodePromise).toBe(closeCodes.revoked)
    expect(await getMeStatus(person)).toBe(401)
  })
})

describe('revoking a device on another one', () => {
  it('ends its socket and session within one second, and the other one continues', async () => {
    const person = await make.user()
    const stranger = { ...person, sessionId: uuidV7(), token: randomBytes(16).toString('hex') }
    await server.db.pool.query(
      `insert into auth.sessions (id, token, user_id, expires_at) values ($1, $2, $3, now() + interval '1 day')`,
      [stranger.sessionId, hashToken(stranger.token), stranger.id],
    )
    const [ownFeed, strangerFeed] = await Promise.all([follow(person), follow(stranger)])
    expect(strangerFeed.first).toMatchObject({ type: 'ready' })
    const closeCodePromise = waitForCloseCode(strangerFeed.socket, 1_000)
    const input = { json: { sessionId: stranger.sessionId } }
    expect((await post('/rpc/auth/revokeDevice', person.token, input)).status).toBe(200)
    expect(await closeCodePromise).toBe(closeCodes.revoked)
    expect(await getMeStatus(stranger)).toBe(401)
    expect(await getMeStatus(person)).toBe(200)
    expect(ownFeed.socket.readyState).toBe(WebSocket.OPEN)
  })
})

it('a suspended zone and a removed location app accept nothing more, effective immediately', async () => {
  const admin = await make.user({ role: 'super_admin' })
  for (let round = 0; round < 5; round++) {
    const [person, zone] = await Promise.all([make.user(), make.zone()])
    await make.assign(person, zone, 'app_user', false)
    const createReading = () => ({
      id: uuidV7(),
      ...insideTestBox,
      capturedAt: new Date().toISOString(),
      zoneId: zone.id,
    })
    const sendCheck = async () => {
      const checkResponse = await post('/ingest/positions', person.token, { readings: [createReading()] })
      const { results } = (await checkResponse.json()) as { results: { checks: unknown[] }[] }
      return results[0]?.checks.length
    }
    expect(await sendCheck()).toBe(1)
    const statusInput = { json: { zoneId: zone.id, status: 'suspended' } }
    expect((await post('/rpc/zones/setStatus', admin.token, statusInput)).status).toBe(200)
    expect(await sendCheck()).toBe(0)

    const response = await post('/rpc/trackers/create', person.token, {
      json: { name: 'Phone', app: 'osmand', requestId: crypto.randomUUID() },
    })
    const { json } = (await response.json()) as { json: { tracker: { id: string }; token: string } }
    const send = () =>
      fetch(
        `http://127.0.0.1:${port}/ingest/osmand?id=${json.token}&lat=1&lon=1&timestamp=${Math.floor(Date.now() / 1000)}`,
      )
    expect((await send()).status).toBe(200)
    const revokeInput = { json: { trackerId: json.tracker.id } }
    expect((await post('/rpc/trackers/revoke', person.token, revokeInput)).status).toBe(200)
    expect((await send()).status).not.toBe(200)
  }
})

describe('the token of a signed-out session', () => {
  it('is refused at every endpoint', async () => {
    const [person, zone] = await Promise.all([make.user(), make.zone()])
    await make.assign(person, zone)
    const reading = { id: crypto.randomUUID(), ...insideTestBox, capturedAt: new Date().toISOString() }
    // The token was used at each endpoint first, so that any cache would contain it.
    expect((await post('/ingest/positions', person.token, { readings: [reading] })).status).toBe(200)
    const firstFeed = await follow(person)
    const closeCodePromise = waitForCloseCode(firstFeed.socket, 1_000)
    expect((await post('/rpc/auth/signOut', person.token, {})).status).toBe(200)
    expect(await closeCodePromise).toBe(closeCodes.revoked)
    expect(await getMeStatus(person)).toBe(401)
    expect((await post('/rpc/zones/mine', person.token, {})).status).toBe(401)
    expect((await post('/ingest/positions', person.token, { readings: [reading] })).status).toBe(401)
    expect((await follow(person)).first).toBe(closeCodes.unauthorized)
    const uploadResponse = await fetch(`http://127.0.0.1:${port}/upload/profile-image`, {
      method: 'PUT',
      headers: { authorization: `Bearer ${person.token}`, 'content-type': 'image/png' },
      body: 'x',
    })
    expect(uploadResponse.status).toBe(401)
  })
})
