import { mkdtemp, rm } from 'node:fs/promises'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { closeCodes } from '@muster/contract/feed.ts'
import sharp from 'sharp'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { createLiveClient } from '../live/testing/live-client.ts'
import { createFactories, insideTestBox, type TestUser, type TestZone } from '../testing/factories.ts'
import { startFreezingProxy } from '../testing/freezing-proxy.ts'
import { createTestDatabase, type TestDatabase } from '../testing/test-database.ts'
import { readCode, send } from './testing/doors.ts'
import { type ServedApp, serveApp } from './testing/served-app.ts'

let database: TestDatabase
let sharedFolder: string
let nodeA: ServedApp
let nodeB: ServedApp
let make: ReturnType<typeof createFactories>

beforeAll(async () => {
  database = await createTestDatabase()
  sharedFolder = await mkdtemp(join(tmpdir(), 'muster-nodes-'))
  ;[nodeA, nodeB] = (await Promise.all([1, 2].map(() => serveApp(database.url, { sharedFolder })))) as [
    ServedApp,
    ServedApp,
  ]
  make = createFactories(nodeA.db)
  for (const { app } of [nodeA, nodeB]) await app.listen({ port: 0, host: '127.0.0.1' })
})
afterAll(async () => {
  await Promise.all([nodeA.close(), nodeB.close()])
  await rm(sharedFolder, { recursive: true, force: true })
  await database.drop()
})

const post = (node: ServedApp, url: string, payload: object, person?: TestUser) =>
  send(node.app, {
    method: 'POST',
    url,
    headers: person && { authorization: `Bearer ${person.token}` },
    payload,
  })
const getMeStatus = async (node: ServedApp, { token }: TestUser) =>
  (
    await send(node.app, {
      method: 'GET',
      url: '/api/auth/me',
      headers: { authorization: `Bearer ${token}` },
    })
  ).status
const sendCheck = (node: ServedApp, person: TestUser, zone: TestZone, id = crypto.randomUUID()) =>
  post(
    node,
    '/ingest/positions',
    {
      readings: [
        {
          id,
          zoneId: zone.id,
          ...insideTestBox,
          accuracyMeters: 5,
          capturedAt: new Date().toISOString(),
        },
      ],
    },
    person,
  )
const follow = async (node: ServedApp, person: TestUser, topics: string[] = []) => {
  const { port } = node.app.server.address() as AddressInfo
  const client = createLiveClient(`ws://127.0.0.1:${port}/live`, { token: person.token, topics })
  await client.message('ready')
  return client
}
const waitForEntry = (client: Awaited<ReturnType<typeof follow>>, person: TestUser) =>
  client.until('the change', () =>
    client.events.find(({ event }) => event.kind === 'presence.changed' && event.userId === person.id),
  )
/** Runs the work and returns how often a connection was seen waiting for another that was already idle in its transaction. */
async function countWaitsBehindIdle(work: () => Promise<void>): Promise<number> {
  const { pool } = nodeA.db
  const { rows } = await pool.query(
    `select array_agg(pid) as idle from pg_stat_activity where datname = current_database() and state = 'idle in transaction'`,
  )
  let waitCount = 0
  let isWorking = true
  const workEnd = work().finally(() => {
    isWorking = false
  })
  while (isWorking) {
    const blockedBackends = await pool.query(
      'select from pg_stat_activity where datname = current_database() and pg_blocking_pids(pid) && $1',
      [rows[0].idle],
    )
    waitCount += blockedBackends.rows.length
  }
  await workEnd
  return waitCount
}
const createManager = async (zone: TestZone) => {
  const person = await make.user()
  await make.assign(person, zone, 'zone_manager_rw')
  return person
}
const createMember = async (zone: TestZone) => {
  const person = await make.user()
  await make.assign(person, zone)
  return person
}

it("the first administrator's link is the same on every node, and works once", async () => {
  const setupToken = (await nodeA.services.auth.firstAdmin.read()) ?? ''
  expect(await nodeB.services.auth.firstAdmin.read()).toBe(setupToken)
  const createForm = (email: string) => ({
    firstName: 'Asha',
    lastName: 'Rao',
    email,
    phone: '+91 11 5550 0100',
    dateOfBirth: '1990-01-01',
    password: 'correct horse',
    pin: '4711',
    setupToken,
  })
  expect((await post(nodeB, '/api/auth/first-admin', createForm('first@test.example'))).status).toBe(200)
  for (const node of [nodeA, nodeB])
    expect(readCode(await post(node, '/api/auth/first-admin', createForm('second@test.example')))).toBe(
      'INVALID_LINK',
    )
})

it('a photo uploaded to one node is served by the other, through a link from either', async () => {
  const person = await make.user()
  const payload = await sharp({ create: { width: 60, height: 60, channels: 3, background: '#dc6068' } })
    .png()
    .toBuffer()
  const authorization = `Bearer ${person.token}`
  const uploadResponse = await nodeA.app.inject({
    method: 'PUT',
    url: '/upload/profile-image',
    headers: { authorization, 'content-type': 'image/png' },
    payload,
  })
  expect(uploadResponse.statusCode).toBe(200)
  const meResponse = await nodeB.app.inject({ url: '/api/auth/me', headers: { authorization } })
  for (const url of [uploadResponse.json().profileImageUrl, meResponse.json().profile.profileImageUrl]) {
    const imageResponse = await nodeB.app.inject({ url, headers: { authorization } })
    expect([imageResponse.statusCode, imageResponse.headers['content-type']]).toEqual([200, 'image/webp'])
  }
})

it('a session that ends on one node ends on the other, with its socket', async () => {
  const person = await make.user()
  expect(await getMeStatus(nodeB, person)).toBe(200)
  const client = await follow(nodeB, person)
  expect((await post(nodeA, '/rpc/auth/signOut', {}, person)).status).toBe(200)
  expect(await client.closedWith()).toBe(closeCodes.revoked)
  expect(await getMeStatus(nodeB, person)).toBe(401)
})

it('an entry on one node is shown live on the other', async () => {
  const zone = await make.zone()
  const [watcher, member] = [await createManager(zone), await createMember(zone)]
  const client = await follow(nodeB, watcher, [`zone:${zone.id}`])
  expect((await sendCheck(nodeA, member, zone)).status).toBe(200)
  await waitForEntry(client, member)
  client.terminate()
})

it('when a node stops between append and commit, checks and sign-ins of the other continue, in the same zone once the database drops it', {
  timeout: 60_000,
}, async () => {
  const zone = await make.zone()
  const [watcher, reader, otherMember] = [
    await createManager(zone),
    await createMember(zone),
    await createMember(zone),
  ]
  const proxy = await startFreezingProxy(database.url)
  const frozenNode = await serveApp(proxy.url, { sharedFolder, statementMs: 1_000 })
  const client = await follow(nodeA, watcher, [`zone:${zone.id}`])
  try {
    // Send a first check, so that the connection exists.
    expect((await sendCheck(frozenNode, otherMember, zone)).status).toBe(200)
    await waitForEntry(client, otherMember)
    const account = { email: 'kiran@test.example', password: 'correct horse' }
    const nodeSettings = {
      firstName: 'Kiran',
      lastName: 'Das',
      phone: '+91 11 5550 0100',
      dateOfBirth: '1994-05-17',
      pin: '4711',
    }
    expect((await post(nodeA, '/api/auth/sign-up', { ...account, ...nodeSettings })).status).toBe(200)

    const quietZone = await make.zone()
    const outsiders = await Promise.all(Array.from({ length: 5 }, () => createMember(quietZone)))
    const otherMembers = await Promise.all(Array.from({ length: 5 }, () => createMember(zone)))
    const reconnect = async () => {
      for (const person of outsiders) expect((await sendCheck(nodeA, person, quietZone)).status).toBe(200)
      expect((await post(nodeA, '/api/auth/sign-in', account)).status).toBe(200)
    }
    await reconnect()
    const freezePromise = proxy.freezeBeforeCommit()
    const id = crypto.randomUUID()
    const unansweredCheck = sendCheck(frozenNode, reader, zone, id)
    await freezePromise

    expect(await countWaitsBehindIdle(reconnect)).toBe(0)
    // Entries into the same zone wait for the zone's row lock until the database drops the stopped node.
    for (const person of otherMembers) expect((await sendCheck(nodeA, person, zone)).status).toBe(200)
    for (const person of otherMembers) await waitForEntry(client, person)

    // The stopped process goes away: its connections end and its uncommitted work is lost.
    await proxy.stop()
    expect(
      client.events.some(({ event }) => event.kind === 'presence.changed' && event.userId === reader.id),
    ).toBe(false)
    expect((await unansweredCheck).status).not.toBe(200)
    expect((await sendCheck(nodeA, reader, zone, id)).status).toBe(200)
    await waitForEntry(client, reader)
  } finally {
    client.terminate()
    await proxy.stop().catch(() => undefined)
    await frozenNode.close().catch(() => undefined)
  }
})
