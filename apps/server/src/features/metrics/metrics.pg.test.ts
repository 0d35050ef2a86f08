import { once } from 'node:events'
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { type AddressInfo, createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pino from 'pino'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { type ServedApp, serveApp } from '../../app/testing/served-app.ts'
import { createDownloadQueue, createReportQueue } from '../../jobs/download-queue.ts'
import { startJobs } from '../../jobs/jobs.ts'
import { createMailQueue } from '../../jobs/mail-queue.ts'
import { createWebhookQueue } from '../../jobs/webhook-queue.ts'
import { createFactories, insideTestBox, type TestUser, type TestZone } from '../../testing/factories.ts'
import { startFreezingProxy } from '../../testing/freezing-proxy.ts'
import { createTestDatabase, type TestDatabase } from '../../testing/test-database.ts'
import { deliveryKinds } from './figures.queries.ts'

const token = 'a-token-of-the-tests'
let database: TestDatabase
let proxy: Awaited<ReturnType<typeof startFreezingProxy>>
let dataDir: string
let server: ServedApp
let member: TestUser
let zone: TestZone
let make: ReturnType<typeof createFactories>

/** Each node caches the figures of the database, so each test that changes them has its own. */
const startNode = (env: Parameters<typeof serveApp>[1] = {}) =>
  serveApp(proxy.url, { sharedFolder: dataDir, env: { METRICS_TOKEN: token }, ...env })

async function freePort(): Promise<number> {
  const probe = createServer().listen(0, '127.0.0.1')
  await once(probe, 'listening')
  const { port } = probe.address() as AddressInfo
  probe.close()
  await once(probe, 'close')
  return port
}

const scrape = (app: ServedApp['app'], authorization: string | undefined = `Bearer ${token}`) =>
  app.inject({ url: '/metrics', headers: authorization === undefined ? {} : { authorization } })

/** Returns the value of a metric, `name{labels}` as it is rendered; undefined if it is missing. */
async function read(app: ServedApp['app'], name: string): Promise<number | undefined> {
  const { body } = await scrape(app)
  const line = body.split('\n').find(it => it.startsWith(`${name} `))
  return line === undefined ? undefined : Number(line.slice(name.length + 1))
}

beforeAll(async () => {
  database = await createTestDatabase()
  proxy = await startFreezingProxy(database.url)
  dataDir = await mkdtemp(join(tmpdir(), 'muster-metrics-'))
  server = await startNode()
  make = createFactories(server.db)
  ;[member, zone] = [await make.user(), await make.zone()]
  await make.assign(member, zone)
})
afterAll(async () => {
  proxy.thaw()
  await server.close()
  await proxy.stop()
  await database.drop()
  await rm(dataDir, { recursive: true, force: true })
})

it('metrics are served to holders of the token only', async () => {
  expect((await scrape(server.app, 'Bearer a-token-of-the-test')).statusCode).toBe(401)
  expect((await scrape(server.app, 'Bearer a-token-of-the-tests-')).statusCode).toBe(401)
  expect((await server.app.inject({ url: '/metrics' })).statusCode).toBe(401)
  const { statusCode, headers, body } = await scrape(server.app)
  expect([statusCode, headers['content-type'], headers['cache-control']]).toEqual([
    200,
    'text/plain; version=0.0.4; charset=utf-8',
    'no-store',
  ])
  expect(body).toContain('muster_database_up 1')
  expect(body).toMatch(/^process_resident_memory_bytes \d/m)
  expect(body).toMatch(/^nodejs_eventloop_lag_p99_seconds /m)
})

it('metrics have no address without a token and a port', async () => {
  const node = await startNode({ env: {} })
  expect((await scrape(node.app)).statusCode).toBe(404)
  await node.close()
})

it('a separate port serves metrics without a token, and the main port then does not', async () => {
  const port = await freePort()
  const open = await startNode({ env: { METRICS_PORT: port } })
  const get = (path: string, headers: Record<string, string> = {}) =>
    fetch(`http://127.0.0.1:${port}${path}`, { headers })
  expect(await (await get('/metrics')).text()).toContain('muster_database_up 1')
  expect((await get('/api')).status).toBe(404)
  expect((await scrape(open.app)).statusCode).toBe(404)
  await open.close()
  await expect(get('/metrics')).rejects.toThrow('fetch failed')

  const closed = await startNode({ env: { METRICS_PORT: port, METRICS_TOKEN: token } })
  expect((await get('/metrics')).status).toBe(401)
  expect((await get('/metrics', { authorization: `Bearer ${token}` })).status).toBe(200)
  expect((await scrape(closed.app)).statusCode).toBe(404)
  await closed.close()
})

it('requests are counted by procedure or route and status class, and readings by endpoint', async () => {
  const headers = { authorization: `Bearer ${member.token}` }
  await server.app.inject({ url: '/api/zones/mine?search=secret', headers })
  await server.app.inject({ url: '/rpc/zones/mine', method: 'POST', headers, payload: { json: {} } })
  await server.app.inject({ url: '/rpc/zones/mine', method: 'POST', payload: { json: {} } })
  await server.app.inject({ url: `/no/such/${crypto.randomUUID()}` })
  const reading = { ...insideTestBox, zoneId: zone.id, capturedAt: new Date().toISOString() }
  await server.app.inject({
    url: '/ingest/positions',
    method: 'POST',
    headers,
    payload: { readings: [{ id: crypto.randomUUID(), ...reading }, { id: crypto.randomUUID() }] },
  })
  const { body } = await scrape(server.app)
  expect(body).toContain('http_requests_total{route="zones.mine",status="2xx"} 2')
  expect(body).toContain('http_requests_total{route="zones.mine",status="4xx"} 1')
  expect(body).toMatch(/http_requests_total\{route="none",status="4xx"\} \d/)
  expect(body).toContain('http_request_duration_seconds_count{route="/ingest/positions"} 1')
  expect(body).toContain('muster_readings_total{door="positions",outcome="accepted"} 1')
  expect(body).toContain('muster_readings_total{door="positions",outcome="refused"} 1')
  expect(body).toContain('muster_checks_total{outcome="recorded"} 1')
})

it('no label contains an id, an address or a name', async () => {
  const { body } = await scrape(server.app)
  const labels = body.split('\n').flatMap(line => line.match(/\{.*\}/)?.[0] ?? [])
  expect(labels.length).toBeGreaterThan(50)
  for (const text of [member.id, zone.id, member.email, zone.name, '127.0.0.1', 'secret'])
    expect(labels.filter(label => label.includes(text))).toEqual([])
  expect(labels.filter(label => /[0-9a-f]{8}-[0-9a-f]{4}/.test(label))).toEqual([])
})

it('waiting pushes and webhook deliveries are counted with their age, and failed ones as retried', async () => {
  const sql = (text: string, values: unknown[] = []) => server.db.pool.query(text, values)
  const { rows } = await sql(
    `insert into user_alerts (user_id, type, title, source, created_at)
     select $1, 'system', 'A title', 'metrics ' || n, now() - interval '1 hour' from generate_series(1, 3) n
     returning id`,
    [member.id],
  )
  // Claimed, so that no worker sends them.
  const insert = `insert into alert_deliveries (alert_id, channel, user_id, attempts, next_try_at, taken_until)
    values ($1, $2, $3, $4, now() + $5::interval, now() + interval '1 hour')`
  await sql('delete from alert_deliveries')
  for (const [index, { id }] of rows.entries())
    await sql(insert, [
      id,
      index < 2 ? 'push' : 'mail',
      member.id,
      index,
      index === 0 ? '-10 minutes' : '1 hour',
    ])
  const node = await startNode()
  const values = async (metric: string) =>
    Promise.all(deliveryKinds.map(kind => read(node.app, `muster_deliveries_${metric}{kind="${kind}"}`)))
  expect(await values('waiting')).toEqual([2, undefined, 0])
  expect(await values('retrying')).toEqual([1, undefined, 0])
  expect((await values('oldest_waiting_seconds')).map(it => Math.round((it ?? 0) / 60))).toEqual([60, 0, 0])
  expect((await values('overdue_seconds')).map(it => Math.round((it ?? 0) / 60))).toEqual([10, 0, 0])
  await sql('delete from alert_deliveries')
  await node.close()
})

it('mails and jobs that fail are counted as retried', async () => {
  const log = pino({ level: 'silent' })
  const queues = {
    mailQueue: createMailQueue(log),
    webhookQueue: createWebhookQueue(log),
    downloadQueue: createDownloadQueue(log),
    reportQueue: createReportQueue(log),
  }
  const reject = async () => {
    throw new Error('connect ECONNREFUSED')
  }
  queues.mailQueue.onOrder(reject)
  queues.downloadQueue.onOrder({ prepare: reject, abandon: reject })
  const clockJob = { name: 'yearly', cron: '0 0 1 1 *', run: reject }
  const jobs = await startJobs({
    databaseUrl: database.url,
    log,
    jobs: [clockJob],
    ...queues,
    pollSeconds: 1,
  })
  await queues.mailQueue.add({ kind: 'invitation', email: 'somebody@example.org' })
  await server.db.asOwner('a test', tx => queues.downloadQueue.add(crypto.randomUUID(), tx))
  const countRetries = `select count(*) as retries from pgboss.job where state = 'retry'`
  await vi.waitFor(
    async () => expect((await server.db.pool.query(countRetries)).rows[0].retries).toBeGreaterThanOrEqual(2),
    { timeout: 20_000, interval: 200 },
  )
  const node = await startNode()
  expect(await read(node.app, 'muster_deliveries_retrying{kind="mail"}')).toBe(1)
  expect(await read(node.app, 'muster_jobs{name="data-download",state="retry"}')).toBe(1)
  expect(await read(node.app, 'muster_mail_given_up')).toBe(0)
  // Jobs without a run are reported too, so that an alert about them has something to compare.
  expect(await read(node.app, 'muster_jobs{name="expired-rows",state="failed"}')).toBe(0)
  await node.close()
  await jobs.stop()
}, 60_000)

it('the newest complete backup is reported, or 0 if there is none', async () => {
  const timestamp = 'muster_backup_last_success_timestamp_seconds'
  expect(await read(server.app, timestamp)).toBe(0)
  for (const [name, takenAt] of [
    ['older', '2026-11-01T00:00:00Z'],
    ['newer', '2026-11-02T00:00:00Z'],
    ['draft.unfinished', '2026-11-03T00:00:00Z'],
  ] as const) {
    await mkdir(join(dataDir, 'backups', name, 'files'), { recursive: true })
    await writeFile(join(dataDir, 'backups', name, 'manifest.json'), JSON.stringify({ takenAt }))
    await writeFile(join(dataDir, 'backups', name, 'files', 'photo'), 'x'.repeat(1_000))
  }
  await mkdir(join(dataDir, 'backups', 'not a backup'))
  const node = await startNode()
  expect(await read(node.app, timestamp)).toBe(Date.parse('2026-11-02T00:00:00Z') / 1_000)
  expect(await read(node.app, 'muster_backup_size_bytes')).toBe(1_034)
  await node.close()
})

it('a full disk is reported until a write succeeds', async () => {
  const node = await startNode()
  const raiseDiskFull = `do $$ begin raise exception 'no space left on device' using errcode = '53100'; end $$`
  await expect(node.db.pool.query(raiseDiskFull)).rejects.toThrow('no space')
  expect(await read(node.app, 'muster_database_storing')).toBe(0)
  expect(await read(node.app, 'muster_disk_writable')).toBe(1)
  expect(await read(node.app, 'muster_disk_free_bytes')).toBeGreaterThan(0)
  await node.close()
})

it('a lost feed reports no lag, and reports it again once it is followed', async () => {
  const node = await startNode()
  expect(await read(node.app, 'muster_feed_following')).toBe(1)
  expect(await read(node.app, 'muster_feed_lag_seconds')).toBeLessThan(5)
  proxy.freeze()
  const expectFollowing = (value: number) =>
    vi.waitFor(async () => expect(await read(node.app, 'muster_feed_following')).toBe(value), 20_000)
  await expectFollowing(0)
  expect(await read(node.app, 'muster_feed_lag_seconds')).toBeUndefined()
  proxy.thaw()
  await expectFollowing(1)
  await node.close()
})

it('a bug is counted as 5xx of its procedure', async () => {
  await server.db.pool.query('alter table zones rename to missing_table')
  try {
    await server.app.inject({ url: '/api/zones/mine', headers: { authorization: `Bearer ${member.token}` } })
  } finally {
    await server.db.pool.query('alter table missing_table rename to zones')
  }
  expect(await read(server.app, 'http_requests_total{route="zones.mine",status="5xx"}')).toBe(1)
})

it('a frozen database is reported as down within two seconds, and as up once it answers', async () => {
  const node = await startNode()
  await node.app.inject({ url: '/readyz' })
  proxy.freeze()
  for (let attempt = 0; attempt < 2; attempt++) {
    const startedAt = performance.now()
    const { statusCode, body } = await scrape(node.app)
    expect(statusCode).toBe(200)
    expect(performance.now() - startedAt).toBeLessThan(2_000)
    expect(body).toContain('muster_database_up 0')
    expect(body).toContain('muster_metrics_read{part="jobs"} 0')
    expect(body).not.toMatch(/^muster_(deliveries_waiting|jobs|mail_given_up|database_connections)/m)
  }
  proxy.thaw()
  await node.close()
  const next = await startNode()
  expect(await read(next.app, 'muster_database_up')).toBe(1)
  await next.close()
})
