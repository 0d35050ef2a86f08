import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { afterMigrate } from '../db/after-migrate.ts'
import { startEmbeddedPostgres } from '../db/embedded/start-embedded-postgres.ts'
import { migrate } from '../db/migrate.ts'
import { createFactories, insideTestBox, type TestUser, type TestZone } from '../testing/factories.ts'
import { createRestRequest, createRpcRequest, readCode, send } from './testing/doors.ts'
import { createKnownFields, createSampleInput, isBuilt, procedures } from './testing/procedures.ts'
import { type ServedApp, serveApp } from './testing/served-app.ts'

let dataDir: string
let postgres: Awaited<ReturnType<typeof startEmbeddedPostgres>>
let server: ServedApp
let member: TestUser
let zone: TestZone

const start = () =>
  startEmbeddedPostgres({
    dataDir,
    settings: { fsync: 'off', full_page_writes: 'off', shared_buffers: '16MB' },
  })

beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'muster-away-'))
  // If the tests run as root, the database runs under another account, which must be able to traverse the folder.
  await chmod(dataDir, 0o755)
  postgres = await start()
  await migrate(postgres.url, { afterMigrate })
  server = await serveApp(postgres.url)
  const make = createFactories(server.db)
  zone = await make.zone()
  member = await make.user()
  await make.assign(member, zone)
})
afterAll(async () => {
  await server.close()
  await postgres.stop()
  await rm(dataDir, { recursive: true, force: true })
})

const createCheckRequest = (url: string) => ({
  method: 'POST' as const,
  url,
  headers: { authorization: `Bearer ${member.token}` },
  payload: {
    readings: [
      { id: crypto.randomUUID(), ...insideTestBox, zoneId: zone.id, capturedAt: new Date().toISOString() },
    ],
  },
})

/** Error codes of responses that depend only on the installation's settings. */
const notSetUpCodes = ['PASSKEYS_OFF', 'SSO_OFF']
/** Error code of a response that depends only on a link's signature. */
const invalidLinkCode = 'INVALID_LINK'

it('a database outage is reported, and everything works again after it', { timeout: 120_000 }, async () => {
  expect((await send(server.app, createCheckRequest('/ingest/positions'))).status).toBe(200)
  await postgres.stop()

  const problems: string[] = []
  for (const procedure of procedures.filter(it => isBuilt(server.services.router, it))) {
    const input = createSampleInput(procedure, createKnownFields({ zoneId: zone.id, userId: member.id }))
    for (const createRequest of [createRpcRequest, createRestRequest]) {
      const response = await send(server.app, createRequest(procedure, input, member.token))
      // Calls that need no row work as usual. All others must report a temporary failure.
      if (response.status < 300) continue
      if (response.status === 503 && readCode(response) === 'SERVICE_UNAVAILABLE') continue
      if (response.status === 409 && notSetUpCodes.includes(String(readCode(response)))) continue
      if (procedure.name === 'auth.confirmEmail' && readCode(response) === invalidLinkCode) continue
      problems.push(`${procedure.name}: ${response.status} ${response.text.slice(0, 160)}`)
    }
  }
  expect(problems).toEqual([])
  const ingestResponse = await send(server.app, createCheckRequest('/ingest/positions'))
  expect([ingestResponse.status, readCode(ingestResponse)]).toEqual([503, 'SERVICE_UNAVAILABLE'])
  expect((await send(server.app, { method: 'GET', url: '/livez' })).status).toBe(200)
  expect((await send(server.app, { method: 'GET', url: '/readyz' })).status).toBe(503)
  expect(
    server.takeErrors().filter(line => !/database|connect|check could not|ECONN|ENOENT|terminat/i.test(line)),
  ).toEqual([])

  postgres = await start()
  await vi.waitFor(
    async () => expect((await send(server.app, { method: 'GET', url: '/readyz' })).status).toBe(200),
    { timeout: 30_000, interval: 100 },
  )
  const retryResponse = await send(server.app, createCheckRequest('/ingest/positions'))
  expect(retryResponse.status).toBe(200)
  const meProcedure = procedures.find(it => it.name === 'auth.me')
  if (!meProcedure) throw new Error('auth.me is gone')
  expect((await send(server.app, createRestRequest(meProcedure, undefined, member.token))).status).toBe(200)
})
