import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pino from 'pino'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { afterMigrate } from '../db/after-migrate.ts'
import { startEmbeddedPostgres } from '../db/embedded/start-embedded-postgres.ts'
import { migrate } from '../db/migrate.ts'
import { createDownloadQueue, createReportQueue } from '../jobs/download-queue.ts'
import { startJobs } from '../jobs/jobs.ts'
import { createMailQueue } from '../jobs/mail-queue.ts'
import { createWebhookQueue } from '../jobs/webhook-queue.ts'
import { createFactories, insideTestBox } from '../testing/factories.ts'
import { send } from './testing/doors.ts'
import { type ServedApp, serveApp } from './testing/served-app.ts'

let dataDir: string
let postgres: Awaited<ReturnType<typeof startEmbeddedPostgres>>
let server: ServedApp
let jobs: Awaited<ReturnType<typeof startJobs>>
const lines: { msg: string; err?: object; reason?: string }[] = []
const onLine = (line: string) => lines.push(JSON.parse(line))

const start = () =>
  startEmbeddedPostgres({
    dataDir,
    settings: { fsync: 'off', full_page_writes: 'off', shared_buffers: '16MB' },
  })

beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'muster-restart-'))
  // If the tests run as root, the database runs under another account, which must be able to traverse the folder.
  await chmod(dataDir, 0o755)
  postgres = await start()
  await migrate(postgres.url, { afterMigrate })
  server = await serveApp(postgres.url, { logLevel: 'info', onLine })
  const log = pino({ level: 'info' }, { write: onLine })
  jobs = await startJobs({
    databaseUrl: postgres.url,
    connections: server.db.connections,
    log,
    jobs: server.services.jobs,
    mailQueue: createMailQueue(log),
    webhookQueue: createWebhookQueue(log),
    downloadQueue: createDownloadQueue(log),
    reportQueue: createReportQueue(log),
    pollSeconds: 0.5,
  })
})
afterAll(async () => {
  await jobs.stop()
  await server.close()
  await postgres.stop()
  await rm(dataDir, { recursive: true, force: true })
})

it('a restart of the database under load is two lines in the log', { timeout: 60_000 }, async () => {
  const make = createFactories(server.db)
  const [member, zone] = [await make.user(), await make.zone()]
  await make.assign(member, zone)
  let isStopping = false
  const headers = { authorization: `Bearer ${member.token}` }
  const statuses = new Set<number>()
  const load = Array.from({ length: 6 }, async (_, n) => {
    while (!isStopping) {
      const reading = { id: crypto.randomUUID(), ...insideTestBox, capturedAt: new Date().toISOString() }
      const payload = { readings: [{ ...reading, zoneId: zone.id }] }
      const { status } = await (n % 2 === 0
        ? send(server.app, { method: 'POST', url: '/ingest/positions', headers, payload })
        : send(server.app, { method: 'GET', url: '/api/zones/mine', headers }))
      // A member who sends too fast is slowed down.
      statuses.add(status)
      await new Promise(resolve => setTimeout(resolve, 50))
    }
  })
  await vi.waitFor(() => expect(statuses).toContain(200))
  lines.length = 0

  await postgres.stop()
  await vi.waitFor(() => expect(statuses).toContain(503), { timeout: 15_000 })
  // Checks that were being written give up after more than two seconds.
  await new Promise(resolve => setTimeout(resolve, 3_500))
  postgres = await start()
  await vi.waitFor(() => expect(server.services.reader.state).toBe('following'), { timeout: 30_000 })
  await vi.waitFor(
    async () =>
      expect((await send(server.app, { method: 'GET', url: '/api/zones/mine', headers })).status).toBe(200),
    { timeout: 15_000, interval: 100 },
  )
  await new Promise(resolve => setTimeout(resolve, 1_000))
  isStopping = true
  await Promise.all(load)
  expect(lines.map(it => it.msg)).toEqual([
    'The database is away; connecting again until it is back',
    'The database is back',
  ])
  expect(JSON.stringify(lines)).not.toContain('stack')
  expect([...statuses].filter(it => it >= 500)).toEqual([503])
})
