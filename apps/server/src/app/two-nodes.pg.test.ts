import { mkdtemp, rm } from 'node:fs/promises'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { closeCodes } from '@muster/contract/feed.ts'
import sharp from 'sharp'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { createLiveClient } from '../live/testing/live-client.ts'
import { factories, insideTestBox, type TestUser, type TestZone } from '../testing/factories.ts'
import { startFreezingProxy } from '../testing/freezing-proxy.ts'
import { createTestDatabase, type TestDatabase } from '../testing/test-database.ts'
import { readCode, send } from './testing/doors.ts'
import { type ServedApp, serveApp } from './testing/served-app.ts'

let database: TestDatabase
let sharedFolder: string
let here: ServedApp
let there: ServedApp
let make: ReturnType<typeof factories>

beforeAll(async () => {
  database = await createTestDatabase()
  sharedFolder = await mkdtemp(join(tmpdir(), 'muster-nodes-'))
  ;[here, there] = (await Promise.all([1, 2].map(() => serveApp(database.url, { sharedFolder })))) as [
    ServedApp,
    ServedApp,
  ]
  make = factories(here.db)
  for (const { app } of [here, there]) await app.listen({ port: 0, host: '127.0.0.1' })
})
afterAll(async () => {
  await Promise.all([here.close(), there.close()])
  await rm(sharedFolder, { recursive: true, force: true })
  await database.drop()
})

const call = (node: ServedApp, url: string, payload: object, person?: TestUser) =>
  send(node.app, {
    method: 'POST',
    url,
    headers: person && { authorization: `Bearer ${person.token}` },
    payload,
  })
const readMe = async (node: ServedApp, { token }: TestUser) =>
  (
    await send(node.app, {
      method: 'GET',
      url: '/api/auth/me',
      headers: { authorization: `Bearer ${token}` },
    })
  ).status
const check = (node: ServedApp, person: TestUser, zone: TestZone, id = crypto.randomUUID()) =>
  call(
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
const comes = (client: Awaited<ReturnType<typeof follow>>, person: TestUser) =>
  client.until('the change', () =>
    client.events.find(({ event }) => event.kind === 'presence.changed' && event.userId === person.id),
  )
/** Runs the work, and returns how often a connection was seen waiting for one that had already stopped within its transaction. */
async function waitsBehindIdle(work: () => Promise<void>): Promise<number> {
  const { pool } = here.db
  const { rows } = await pool.query(
    `select array_agg(pid) as idle from pg_stat_activity where datname = current_database() and state = 'idle in transaction'`,
  )
  let waits = 0
  let working = true
  const done = work().finally(() => {
    working = false
  })
  while (working) {
    const behind = await pool.query(
      'select from pg_stat_activity where datname = current_database() and pg_blocking_pids(pid) && $1',
      [rows[0].idle],
    )
    waits += behind.rows.length
  }
  await done
  return waits
}
const manager = async (zone: TestZone) => {
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
  const setupToken = (await here.services.auth.firstAdmin.read()) ?? ''
  expect(await there.services.auth.firstAdmin.read()).toBe(setupToken)
  const form = (email: string) => ({
    firstName: 'Asha',
    lastName: 'Rao',
    email,
    phone: '+91 11 5550 0100',
    dateOfBirth: '1990-01-01',
    password: 'correct horse',
    pin: '4711',
    setupToken,
  })
  expect((await call(there, '/api/auth/first-admin', form('first@test.example'))).status).toBe(200)
  for (const node of [here, there])
    expect(readCode(await call(node, '/api/auth/first-admin', form('second@test.example')))).toBe(
      'INVALID_LINK',
    )
})

it('a photo uploaded to one node is served by the other, through a link from either', async () => {
  const person = await make.user()
  const payload = await sharp({ create: { width: 60, height: 60, channels: 3, background: '#dc6068' } })
    .png()
    .toBuffer()
  const authorization = `Bearer ${person.token}`
  const sent = await here.app.inject({
    method: 'PUT',
    url: '/upload/profile-image',
    headers: { authorization, 'content-type': 'image/png' },
    payload,
  })
  expect(sent.statusCode).toBe(200)
  const me = await there.app.inject({ url: '/api/auth/me', headers: { authorization } })
  for (const url of [sent.json().profileImageUrl, me.json().profile.profileImageUrl]) {
    const image = await there.app.inject({ url, headers: { authorization } })
    expect([image.statusCode, image.headers['content-type']]).toEqual([200, 'image/webp'])
  }
})

it('a session that ends on one node ends on the other, with its socket', async () => {
  const person = await make.user()
  expect(await readMe(there, person)).toBe(200)
  const socket = await follow(there, person)
  expect((await call(here, '/rpc/auth/signOut', {}, person)).status).toBe(200)
  expect(await socket.closedWith()).toBe(closeCodes.revoked)
  expect(await readMe(there, person)).toBe(401)
})

it('an entry on one node is shown live on the other', async () => {
  const zone = await make.zone()
  const [watcher, member] = [await manager(zone), await createMember(zone)]
  const client = await follow(there, watcher, [`zone:${zone.id}`])
  expect((await check(here, member, zone)).status).toBe(200)
  await comes(client, member)
  client.terminate()
})

it('when a node stops between append and commit, checks and sign-ins of the other continue, in the same zone once the database drops it', {
  timeout: 60_000,
}, async () => {
  const zone = await make.zone()
  const [watcher, reader, other] = [await manager(zone), await createMember(zone), await createMember(zone)]
  const proxy = await startFreezingProxy(database.url)
  const stopped = await serveApp(proxy.url, { sharedFolder, statementMs: 1_000 })
  const client = await follow(here, watcher, [`zone:${zone.id}`])
  try {
    // A first check, so that the connection exists.
    expect((await check(stopped, other, zone)).status).toBe(200)
    await comes(client, other)
    const account = { email: 'kiran@test.example', password: 'correct horse' }
    const more = {
      firstName: 'Kiran',
      lastName: 'Das',
      phone: '+91 11 5550 0100',
      dateOfBirth: '1994-05-17',
      pin: '4711',
    }
    expect((await call(here, '/api/auth/sign-up', { ...account, ...more })).status).toBe(200)

    const quiet = await make.zone()
    const elsewhere = await Promise.all(Array.from({ length: 5 }, () => createMember(quiet)))
    const others = await Promise.all(Array.from({ length: 5 }, () => createMember(zone)))
    const resume = async () => {
      for (const person of elsewhere) expect((await check(here, person, quiet)).status).toBe(200)
      expect((await call(here, '/api/auth/sign-in', account)).status).toBe(200)
    }
    await resume()
    const frozen = proxy.freezeBeforeCommit()
    const id = crypto.randomUUID()
    const unanswered = check(stopped, reader, zone, id)
    await frozen

    expect(await waitsBehindIdle(resume)).toBe(0)
    // Entries in the same zone wait for the zone's lock, until the database drops the stopped node.
    for (const person of others) expect((await check(here, person, zone)).status).toBe(200)
    for (const person of others) await comes(client, person)

    // The process is gone: its connections end and uncommitted work is lost.
    await proxy.stop()
    expect(
      client.events.some(({ event }) => event.kind === 'presence.changed' && event.userId === reader.id),
    ).toBe(false)
    expect((await unanswered).status).not.toBe(200)
    expect((await check(here, reader, zone, id)).status).toBe(200)
    await comes(client, reader)
  } finally {
    client.terminate()
    await proxy.stop().catch(() => undefined)
    await stopped.close().catch(() => undefined)
  }
})
