import { mkdir, readdir, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import pino from 'pino'
import { beforeAll, beforeEach, expect, it } from 'vitest'
import type { BackupMaker } from '../../backup/backup-maker.ts'
import { toSetPath } from '../../backup/backup-manifest.ts'
import { adoptPlace } from '../../backup/place-owner.ts'
import { startNewHistory } from '../../live/epoch.ts'
import { readCode } from '../../testing/caller.ts'
import type { TestUser } from '../../testing/factories.ts'
import { testServices } from '../../testing/test-services.ts'
import { type BackupService, createBackupService } from './backup-service.ts'
import { createBackupSettings } from './backup-settings.ts'

const world = testServices({ env: { TIME_ZONE: 'Europe/Berlin' } })
let superAdmin: TestUser
let admin: TestUser
let now: Date
/** The behaviour of the database part of the next backups. */
let makeDatabase: (folder: string, signal: AbortSignal) => Promise<void>
let service: BackupService
const setsFolder = () => join(world.dataDir, 'backups', 'sets')

const maker: BackupMaker = {
  form: 'cluster',
  estimateBytes: async () => 0,
  make: (folder, signal) => makeDatabase(folder, signal),
}
const createService = (env: Partial<typeof world.services.env> = {}) =>
  createBackupService({
    ...world.services,
    env: { ...world.services.env, ...env },
    log: pino({ level: 'silent' }),
    settings: { ...createBackupSettings(world.services.env), maker },
    now: () => now,
  })

beforeAll(async () => {
  superAdmin = await world.make.user({ role: 'super_admin' })
  admin = await world.make.user({ role: 'admin' })
  await world.db.pool.query(`update schema_migrations set applied_at = '2026-01-01'`)
})

beforeEach(async () => {
  now = new Date('2026-06-10T12:00:00Z')
  makeDatabase = folder => writeFile(join(folder, 'database'), 'rows')
  service = createService()
  await world.db.pool.query('delete from backup_runs; delete from user_alerts')
  await rm(join(world.dataDir, 'backups'), { recursive: true, force: true })
})

const run = (from = service) => from.run(new AbortController().signal)
const readRuns = async () =>
  (
    await world.db.pool.query(
      'select kind, cause, state, name, problem from backup_runs order by created_at, id',
    )
  ).rows
const readAlerts = async () =>
  (
    await world.db.pool.query(
      'select user_id, title, description from user_alerts order by created_at, title',
    )
  ).rows
const pass = (hours: number) => {
  now = new Date(now.getTime() + hours * 3_600_000)
}

it('the nightly backup is made once, even after it was missed, and again the next night', async () => {
  await run()
  await run()
  expect(await readRuns()).toMatchObject([
    { kind: 'backup', cause: 'schedule', state: 'done', name: '2026-06-10T12-00-00' },
  ])
  pass(12)
  await run()
  expect(await readRuns()).toHaveLength(1)
  // 02:30 in Berlin.
  now = new Date('2026-06-11T00:30:00Z')
  await run()
  expect((await readRuns()).map(it => it.name)).toEqual(['2026-06-10T12-00-00', '2026-06-11T00-30-00'])
  expect(await readAlerts()).toEqual([])
})

it('after eight nights the retention has kept four days and the end of the week before, in the index and in the folder', async () => {
  // From a Friday on. keep-backups.test.ts tries longer times.
  now = new Date('2026-06-12T00:30:00Z')
  const retaining = createService({ BACKUP_KEEP: [4, 2, 0] })
  for (let night = 0; night < 8; night++) {
    await run(retaining)
    pass(24)
  }
  const { backups } = await world.call(superAdmin).backups.overview()
  const days = backups.map(it => it.takenAt.slice(5, 10)).reverse()
  expect(days).toEqual(['06-14', '06-16', '06-17', '06-18', '06-19'])
  expect((await readdir(setsFolder())).map(it => it.slice(5, 10)).sort()).toEqual(days)
})

it('two nodes never back up at the same time', async () => {
  let running = 0
  let most = 0
  makeDatabase = async folder => {
    most = Math.max(most, ++running)
    await new Promise(resolve => setTimeout(resolve, 200))
    await writeFile(join(folder, 'database'), 'rows')
    running--
  }
  await Promise.all([run(), run(createService()), run(createService())])
  await run()
  expect(most).toBe(1)
  expect(await readRuns()).toHaveLength(1)
})

it('a failure is shown, sent to super admins once a day, and retried after an hour', async () => {
  makeDatabase = () => Promise.reject(Object.assign(new Error('no space left on device'), { code: 'ENOSPC' }))
  await run()
  await run()
  expect(await readRuns()).toMatchObject([{ state: 'failed', problem: 'The disk is full.' }])
  const alert = { user_id: superAdmin.id, title: 'The backup failed' }
  expect(await readAlerts()).toMatchObject([
    { ...alert, description: expect.stringMatching(/^The disk is full\. /) },
  ])
  pass(1)
  await run()
  expect(await readRuns()).toHaveLength(2)
  expect(await readAlerts()).toHaveLength(1)
  pass(24)
  await run()
  expect(await readAlerts()).toHaveLength(2)

  const { failures, stale } = await world.call(superAdmin).backups.overview()
  expect([failures.length, failures[0]?.problem, stale]).toEqual([3, 'The disk is full.', true])
  makeDatabase = folder => writeFile(join(folder, 'database'), 'rows')
  pass(1)
  await run()
  pass(20)
  await run()
  expect([await readAlerts(), (await readRuns()).at(-1)?.state]).toMatchObject([{ length: 2 }, 'done'])
})

it('alerts super admins about a backup older than 26 hours, but not while backups are off', async () => {
  await run()
  pass(27)
  const withoutSchedule = createService({ BACKUP_AT: 'off' })
  await run(withoutSchedule)
  expect(await readAlerts()).toEqual([])
  // A schedule that has no run in between.
  await run(createService({ BACKUP_AT: '0 3 1 1 *' }))
  expect(await readAlerts()).toMatchObject([{ title: 'There is no recent backup' }])
})

it('a run whose server stopped counts as failed, leaves nothing, and does not block the next', async () => {
  await world.db.pool.query(
    `insert into backup_runs (kind, cause, state, name, started_at) values ('backup', 'schedule', 'running', '2026-06-10T09-00-00', $1)`,
    [new Date('2026-06-10T09:00:00Z')],
  )
  const leftover = join(world.dataDir, 'backups', toSetPath('2026-06-10T09-00-00', 'database.tar.gz'))
  await mkdir(join(leftover, '..'), { recursive: true })
  await writeFile(leftover, 'half')
  await run()
  expect((await readRuns()).map(it => [it.state, it.problem])).toEqual([
    ['failed', 'The server stopped during the run.'],
    ['done', null],
  ])
  expect(await readdir(setsFolder())).toEqual(['2026-06-10T12-00-00'])
})

it('lets super admins, and nobody else, see backups and request one, once however often they press', async () => {
  await run()
  pass(1)
  const first = await world.call(superAdmin).backups.start()
  expect(await world.call(superAdmin).backups.start()).toEqual(first)
  expect(first).toMatchObject({ state: 'waiting', cause: 'person' })
  await run()
  const { backups, current } = await world.call(superAdmin).backups.overview()
  expect([backups.map(it => it.cause), current]).toEqual([['person', 'schedule'], null])
  expect(await readCode(world.call(admin).backups.start())).toBe('FORBIDDEN')
  expect(await readCode(world.call(admin).backups.overview())).toBe('FORBIDDEN')
})

it('the weekly check runs only if it is turned on, and its failure is sent to super admins', async () => {
  await run()
  await run()
  expect(await readRuns()).toHaveLength(1)
  const checking = createService({ BACKUP_CHECK_WEEKLY: true })
  await run(checking)
  await run(checking)
  const problem = expect.stringMatching(/tables\.json/)
  expect(await readRuns()).toMatchObject([{ kind: 'backup' }, { kind: 'check', state: 'failed', problem }])
  expect(await readAlerts()).toMatchObject([{ title: 'The check of the backup failed' }])
})

it('lists backups that this database does not know, as after a restore', async () => {
  await run()
  await world.db.pool.query('delete from backup_runs')
  pass(24)
  await run()
  const { backups } = await world.call(superAdmin).backups.overview()
  expect(backups.map(it => it.name)).toEqual(['2026-06-11T12-00-00', '2026-06-10T12-00-00'])
})

it('a restored copy with the server’s settings makes no backup and removes none until it adopts the place', async () => {
  await run()
  const client = await world.db.pool.connect()
  try {
    await client.query(`insert into backup_runs (kind, cause, state) values ('backup', 'person', 'waiting')`)
    await startNewHistory(client)
  } finally {
    client.release()
  }
  expect(await readRuns()).toMatchObject([{ state: 'done' }])
  const half = join(setsFolder(), '2026-06-10T12-30-00')
  await mkdir(half)
  await writeFile(join(half, 'database.tar.gz'), 'what the server is writing')
  pass(24)
  await run()
  expect((await readRuns()).at(-1)).toMatchObject({
    state: 'failed',
    problem: expect.stringMatching(/^The backups in .* belong to another installation/),
  })
  expect((await readdir(setsFolder())).sort()).toEqual(['2026-06-10T12-00-00', '2026-06-10T12-30-00'])

  const { rows } = await world.db.pool.query<{ history: string }>('select history::text from feed_floor')
  await adoptPlace(createBackupSettings(world.services.env).place, rows[0]?.history ?? '')
  pass(2)
  await run()
  expect((await readdir(setsFolder())).sort()).toEqual(['2026-06-10T12-00-00', '2026-06-11T14-00-00'])
})
