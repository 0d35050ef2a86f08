import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { limits } from '@muster/domain/limits.ts'
import { PgBoss } from 'pg-boss'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { type Database, openDatabase } from '../../db/database.ts'
import { createStorageState } from '../../db/storage-state.ts'
import { readJobFigures } from '../../jobs/job-figures.queries.ts'
import { testServices } from '../../testing/test-services.ts'
import { createSystemStatus, type SystemStatusDeps } from './system-status.ts'

const feedLateThresholdMs = 2_000
const goodBackups = {
  lastAt: new Date().toISOString(),
  storedBytes: 1_000,
  encrypted: false,
  nextAt: new Date().toISOString(),
  stale: false,
  problem: null,
  place: '/backups',
  sameDisk: true,
  lastCheck: null,
}
const world = testServices()
let db: Database
let boss: PgBoss
let dataDir: string
beforeAll(async () => {
  db = world.db
  dataDir = await mkdtemp(join(tmpdir(), 'muster-status-'))
  const { connectionString } = db.pool.options
  if (!connectionString) throw new Error('The pool does not say where it leads.')
  boss = new PgBoss({ connectionString, schedule: false, supervise: false, max: 2 })
  boss.on('error', () => undefined)
  await boss.start()
  for (const name of ['mail', 'mail-given-up', 'retention', 'parts']) await boss.createQueue(name)
})
afterAll(async () => {
  await boss.stop({ graceful: false })
  await rm(dataDir, { recursive: true, force: true })
})

/** Inserts a queue job that is `minutesAgo` minutes old. */
const addJob = (name: string, state: string, minutesAgo: number) =>
  db.pool.query(
    `insert into pgboss.job (name, state, created_on, start_after, started_on, completed_on)
     select $1, $2::pgboss.job_state, at, at, at, at from (select now() - $3 * interval '1 minute' as at) it`,
    [name, state, minutesAgo],
  )
beforeEach(async () => {
  await db.pool.query('delete from pgboss.job')
  await addJob('parts', 'completed', 0.5)
})

const probe = (changes: Partial<SystemStatusDeps> = {}) =>
  createSystemStatus({
    db,
    feed: { behindMs: 12.4 },
    screens: () => ({ open: 3, most: 100 }),
    readJobs: ms => readJobFigures(db.pool, ms),
    dataDir,
    readBackups: async () => goodBackups,
    forwardedAt: () => undefined,
    misfitsSince: () => [],
    mailServer: { setUp: true, problem: () => null },
    ...changes,
  })()

it('every part reports that it is healthy, with its figures', async () => {
  const status = await probe()
  const { database, jobs, storage, mail, feed, connections, backups } = status
  expect([database, jobs, storage, mail, feed, connections, backups].map(it => it.health)).toEqual(
    Array(7).fill('good'),
  )
  expect(database).toMatchObject({ answerMs: expect.any(Number), stores: true })
  expect(jobs.figures).toMatchObject({ waitingMs: 0, failing: 0, lastDoneAt: expect.any(String) })
  expect(storage.figures?.freeBytes).toBeGreaterThan(0)
  expect(feed.behindMs).toBe(12)
  expect(connections.screens).toEqual({ open: 3, most: 100 })
  expect(connections.database?.open).toBeGreaterThan(0)
  // The write test has removed its file.
  expect(await readdir(dataDir)).toEqual([])
})

it('a missing database is bad, and the figures it would provide are unknown', async () => {
  const unreachableDb = openDatabase('postgres://nobody@127.0.0.1:1/none')
  const status = await probe({ db: unreachableDb, readJobs: ms => readJobFigures(unreachableDb.pool, ms) })
  await unreachableDb.close()
  expect(status.database).toEqual({ health: 'bad', answerMs: null, stores: false })
  expect([status.jobs, status.mail].map(it => [it.health, it.figures])).toEqual([
    ['unknown', null],
    ['unknown', null],
  ])
  expect(status.connections).toMatchObject({ health: 'unknown', database: null })
  expect(status.storage.health).toBe('good')
})

it('a database that stores nothing, or is read-only, is reported', async () => {
  const storageState = createStorageState()
  storageState.onError(Object.assign(new Error('no space left on device'), { code: '53100' }))
  expect((await probe({ db: { pool: db.pool, storing: storageState } })).database).toMatchObject({
    health: 'bad',
    stores: false,
  })
  const readOnlyDb = openDatabase(
    `${db.pool.options.connectionString}?options=-c%20default_transaction_read_only%3Don`,
  )
  expect((await probe({ db: readOnlyDb })).database).toMatchObject({ health: 'bad', stores: false })
  await readOnlyDb.close()
})

it('waiting, failing and overdue jobs are reported, and an empty queue is unknown', async () => {
  await addJob('retention', 'created', 5)
  expect((await probe()).jobs).toMatchObject({ health: 'watch', figures: { failing: 0 } })
  await addJob('retention', 'failed', 60)
  expect((await probe()).jobs.figures).toMatchObject({ failing: 1 })
  await db.pool.query('delete from pgboss.job')
  expect((await probe()).jobs.health).toBe('unknown')
  await addJob('parts', 'completed', 30)
  expect((await probe()).jobs.health).toBe('bad')
})

it('a missing or read-only folder is reported', async () => {
  expect((await probe({ dataDir: join(dataDir, 'nowhere') })).storage).toEqual({
    health: 'unknown',
    figures: null,
  })
  // The folder exists, but nobody can create files in it.
  expect((await probe({ dataDir: '/proc' })).storage).toMatchObject({
    health: 'bad',
    figures: { writable: false },
  })
})

it('unsent and abandoned mails are reported', async () => {
  await addJob('mail', 'retry', 1)
  const retryingMail = (await probe()).mail
  expect(retryingMail).toMatchObject({ health: 'watch', figures: { waiting: 1, failing: 1, givenUp: 0 } })
  expect(Date.now() - Date.parse(retryingMail.figures?.lastFailedAt ?? '')).toBeLessThan(2 * 60_000)
  await addJob('mail-given-up', 'completed', 30)
  expect((await probe()).mail).toMatchObject({ health: 'bad', figures: { givenUp: 1 } })
  // Mail problems do not affect the health of scheduled jobs.
  expect((await probe()).jobs.health).toBe('good')
})

it('a feed that stopped or lags far behind is reported, and too many screens', async () => {
  expect((await probe({ feed: { behindMs: null } })).feed).toEqual({ health: 'bad', behindMs: null })
  expect((await probe({ feed: { behindMs: feedLateThresholdMs + 1 } })).feed.health).toBe('watch')
  expect((await probe({ screens: () => ({ open: 99, most: 100 }) })).connections.health).toBe('bad')
})

it('an untrusted proxy is reported for a day after it was last noticed', async () => {
  expect((await probe()).proxy).toEqual({ health: 'good', misfits: [] })
  expect((await probe({ forwardedAt: () => Date.now() - 60_000 })).proxy).toEqual({
    health: 'watch',
    misfits: ['untrusted'],
  })
  expect((await probe({ forwardedAt: () => Date.now() - 25 * 60 * 60_000 })).proxy.misfits).toEqual([])
})

it('trusted proxies that do not fit are reported, those of the last day', async () => {
  let since = 0
  const { proxy } = await probe({
    misfitsSince: at => {
      since = at
      return ['fewer', 'socket']
    },
  })
  expect(proxy).toEqual({ health: 'bad', misfits: ['fewer', 'socket'] })
  expect(Math.round((Date.now() - since) / 3_600_000)).toBe(24)
  expect((await probe({ misfitsSince: () => ['more'] })).proxy.health).toBe('watch')
})

it('a mail server that cannot be used is bad, with the reason, even while no email waits', async () => {
  const problem = 'The mail server refused the connection.'
  expect((await probe({ mailServer: { setUp: true, problem: () => problem } })).mail).toMatchObject({
    health: 'bad',
    problem,
    figures: { waiting: 0 },
  })
  expect((await probe({ mailServer: { setUp: false, problem: () => null } })).mail).toMatchObject({
    health: 'good',
    setUp: false,
  })
})

it('backups that are too old, failed, off or not made yet are reported', async () => {
  const rate = async (
    changes: Partial<typeof goodBackups> | { problem: string } | { nextAt: null } | { lastAt: null },
  ) => (await probe({ readBackups: async () => ({ ...goodBackups, ...changes }) })).backups.health
  expect(await rate({ stale: true })).toBe('bad')
  expect(await rate({ problem: 'The disk is full.' })).toBe('watch')
  expect(await rate({ nextAt: null })).toBe('unknown')
  expect(await rate({ lastAt: null })).toBe('unknown')
  const failing = await probe({ readBackups: () => Promise.reject(new Error('no database')) })
  expect(failing.backups).toEqual({ health: 'unknown', figures: null })
})

it('the status is read once for all viewers within some seconds', async () => {
  let now = 1_000_000
  let readCount = 0
  const readStatus = createSystemStatus({
    db,
    feed: { behindMs: 0 },
    screens: () => ({ open: 1, most: 100 }),
    readJobs: async ms => {
      readCount++
      return readJobFigures(db.pool, ms)
    },
    dataDir,
    readBackups: async () => goodBackups,
    forwardedAt: () => undefined,
    misfitsSince: () => [],
    mailServer: { setUp: true, problem: () => null },
    now: () => now,
  })
  const [firstStatus, secondStatus] = await Promise.all([readStatus(), readStatus()])
  expect([firstStatus, readCount]).toEqual([secondStatus, 1])
  now += limits.systemStatusHeldMs
  await readStatus()
  expect(readCount).toBe(2)
})
