import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { createFactories, insideTestBox, type TestUser, type TestZone } from '../testing/factories.ts'
import { startFreezingProxy } from '../testing/freezing-proxy.ts'
import { createTestDatabase, type TestDatabase } from '../testing/test-database.ts'
import { readCode, send } from './testing/doors.ts'
import { type ServedApp, serveApp } from './testing/served-app.ts'

let database: TestDatabase
let proxy: Awaited<ReturnType<typeof startFreezingProxy>>
let server: ServedApp
let member: TestUser
let zone: TestZone
let make: ReturnType<typeof createFactories>

beforeAll(async () => {
  database = await createTestDatabase()
  proxy = await startFreezingProxy(database.url)
  server = await serveApp(proxy.url, { statementMs: 1_000, graceMs: 1_000, connectMs: 3_000 })
  make = createFactories(server.db)
  ;[member, zone] = [await make.user(), await make.zone()]
  await make.assign(member, zone)
})
afterAll(async () => {
  proxy.thaw()
  await server.close()
  await proxy.stop()
  await database.drop()
})

const get = async (url: string) => {
  const headers = { authorization: `Bearer ${member.token}` }
  const response = await send(server.app, { method: 'GET', url, headers })
  return { status: response.status, code: readCode(response) }
}

it('a full database counts as ready for reading, and as not storing until it has space again', async () => {
  const readState = async () => (await send(server.app, { method: 'GET', url: '/readyz' })).body
  const raiseDiskFull = `do $$ begin raise exception 'no space left on device' using errcode = '53100'; end $$`
  await expect(server.db.pool.query(raiseDiskFull)).rejects.toThrow('no space')
  expect(await readState()).toEqual({ ready: true, storing: false })
  await make.assign(await make.user(), await make.zone())
  await vi.waitFor(async () => expect(await readState()).toEqual({ ready: true, storing: true }), {
    timeout: 15_000,
  })
})

it('a silent database is reported as unavailable while it is silent', { timeout: 60_000 }, async () => {
  expect((await get('/readyz')).status).toBe(200)
  expect((await get('/api/zones/mine')).status).toBe(200)
  proxy.freeze()

  // More requests than the pool has connections: those waiting for a connection get the same answer.
  const [responses, probes] = await Promise.all([
    Promise.all(Array.from({ length: 8 }, () => get('/api/zones/mine'))),
    Promise.all(Array.from({ length: 12 }, () => get('/readyz'))),
  ])
  for (const { status } of probes) expect(status).toBe(503)
  for (const { status, code } of responses) expect([status, code]).toEqual([503, 'SERVICE_UNAVAILABLE'])
  expect(server.takeErrors().filter(line => !/connect|timeout|terminated/i.test(line))).toEqual([])

  proxy.thaw()
  await vi.waitFor(async () => expect((await get('/readyz')).status).toBe(200), { timeout: 30_000 })
  expect((await get('/api/zones/mine')).status).toBe(200)
  const reading = { ...insideTestBox, capturedAt: new Date().toISOString() }
  const checkResponse = await send(server.app, {
    method: 'POST',
    url: '/ingest/positions',
    headers: { authorization: `Bearer ${member.token}` },
    payload: { readings: [{ id: crypto.randomUUID(), zoneId: zone.id, ...reading }] },
  })
  expect(checkResponse.status).toBe(200)
})
