import { existsSync } from 'node:fs'
import { chmod, mkdir, mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { restoreCluster } from '../db/embedded/restore-cluster.ts'
import { type EmbeddedPostgres, startEmbeddedPostgres } from '../db/embedded/start-embedded-postgres.ts'
import { copyInitialisedFolder, emptyDatabase } from '../db/embedded/testing/initialised-folder.ts'
import { readReleases } from '../db/releases.ts'
import { backUpBeforeUpgrade, type UpgradeBackupOptions } from './backup-before-upgrade.ts'
import { describeWayBack } from './describe-way-back.ts'
import { listUpgradeBackups, writeManifest } from './raw-manifest.ts'

let dir: string
let dataDir: string
let postgres: EmbeddedPostgres
let client: pg.Client
const [firstRelease] = await readReleases()
const applied = firstRelease?.migrations ?? []

beforeAll(async () => {
  dir = await mkdtemp(join(tmpdir(), 'muster-upgrade-'))
  // When the tests run as root, the database's account must be able to traverse the folder.
  await chmod(dir, 0o755)
  dataDir = join(dir, 'data')
  await mkdir(dataDir, { mode: 0o711 })
  await copyInitialisedFolder(dataDir)
  postgres = await startEmbeddedPostgres({ dataDir, settings: { fsync: 'off' } })
  await emptyDatabase(postgres.url)
  client = new pg.Client({ connectionString: postgres.url })
  await client.connect()
  await client.query('create schema auth; create table auth.users (id int)')
})
afterAll(async () => {
  await client.end()
  await postgres.stop()
  await rm(dir, { recursive: true, force: true })
})
beforeEach(async () => {
  await rm(join(dataDir, 'backups'), { recursive: true, force: true })
  await client.query('truncate auth.users; insert into auth.users values (7)')
})

const backUp = (changes: Partial<UpgradeBackupOptions> = {}) =>
  backUpBeforeUpgrade(client, applied, {
    dataDir,
    databaseUrl: postgres.url,
    embedded: true,
    version: '9.0.0',
    ...changes,
  })

it('names the backup after both versions, keeps it private, and can be started with the rows it had', async () => {
  const folder = (await backUp({ now: new Date('2026-11-27T05:00:00Z') })) ?? ''
  expect(folder).toBe(join(dataDir, 'backups', '0.1.0-before-9.0.0-2026-11-27T05-00-00'))
  expect(await readdir(join(dataDir, 'backups'))).toEqual(['0.1.0-before-9.0.0-2026-11-27T05-00-00'])
  const restoredDir = join(dir, 'restored')
  await mkdir(restoredDir, { mode: 0o755 })
  await restoreCluster({
    dataDir: restoredDir,
    cluster: join(folder, 'cluster'),
    password: join(folder, 'password'),
    replace: false,
    log: () => undefined,
  })
  const restored = await startEmbeddedPostgres({ dataDir: restoredDir, settings: { fsync: 'off' } })
  const restoredClient = new pg.Client({ connectionString: restored.url })
  try {
    await restoredClient.connect()
    expect((await restoredClient.query('select id from auth.users')).rows).toEqual([{ id: 7 }])
  } finally {
    await restoredClient.end()
    await restored.stop()
  }
})

it('makes no backup while nobody has an account', async () => {
  await client.query('truncate auth.users')
  expect(await backUp()).toBeUndefined()
  expect(existsSync(join(dataDir, 'backups'))).toBe(false)
})

it('keeps the last three, removes the remains of a killed start, and leaves other backups alone', async () => {
  const backupsFolder = join(dataDir, 'backups')
  await mkdir(join(backupsFolder, 'by-hand'), { recursive: true })
  await mkdir(join(backupsFolder, '0.1.0-before-8.0.0-2026-01-01T00-00-00.unfinished'))
  // Of the first three only the manifest counts.
  for (const day of [1, 2, 3]) {
    const folder = join(backupsFolder, `0.1.0-before-9.0.0-2026-01-0${day}T00-00-00`)
    await mkdir(folder)
    await writeManifest(folder, {
      kind: 'cluster',
      platform: 'test',
      takenAt: new Date(Date.UTC(2026, 0, day)).toISOString(),
      upgrade: { from: '0.1.0', to: '9.0.0', migrations: applied },
    })
  }
  await backUp({ now: new Date(Date.UTC(2026, 0, 4)) })
  expect((await readdir(backupsFolder)).sort()).toEqual([
    '0.1.0-before-9.0.0-2026-01-02T00-00-00',
    '0.1.0-before-9.0.0-2026-01-03T00-00-00',
    '0.1.0-before-9.0.0-2026-01-04T00-00-00',
    'by-hand',
  ])
})

it.each([
  ['a disk without space', { readFreeBytes: async () => 1_000_000 }, /it needs \d+ MB, and 1 MB are free/],
  [
    'a database of one’s own that cannot be dumped',
    { embedded: false, databaseUrl: 'postgres://nobody@127.0.0.1:1/none' },
    /ECONNREFUSED/,
  ],
])('%s is one line, and nothing is left behind', async (_, changes, reason) => {
  const error = await backUp(changes).catch((failure: Error) => failure)
  expect(error).toMatchObject({ name: 'MigrationError', code: 'BACKUP_FAILED' })
  const { message } = error as Error
  expect(message).toMatch(reason)
  expect(message).toContain('BACKUP_BEFORE_UPGRADE=0')
  expect(message).not.toContain('\n')
  expect(await readdir(join(dataDir, 'backups'))).toEqual([])
})

describe('an older program on a newer database', () => {
  it('names the newest backup that it can open', async () => {
    const older = applied.slice(0, 3)
    await backUpBeforeUpgrade(client, older, {
      dataDir,
      databaseUrl: postgres.url,
      embedded: true,
      version: '9.0.0',
      now: new Date('2026-01-01'),
    })
    const folder = await backUp({ now: new Date('2026-01-02') })
    expect(await describeWayBack(dataDir, applied)).toContain(`npm run restore -- ${folder} --replace`)
    // A program that does not know the later migrations can open only the earlier backup.
    expect(await describeWayBack(dataDir, older)).toContain('unreleased-before-9.0.0-2026-01-01')
    expect((await listUpgradeBackups(join(dataDir, 'backups'))).length).toBe(2)
  })

  it('says so if there is no backup that it can open', async () => {
    expect(await describeWayBack(dataDir, applied)).toMatch(/there is none in .*backups\.$/)
  })
})
