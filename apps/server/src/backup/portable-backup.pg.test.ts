import { execFile } from 'node:child_process'
import { chmod, mkdir, mkdtemp, readdir, readFile, rm, stat, truncate, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, expect, inject, it, vi } from 'vitest'
import { insertTraces } from '../app/testing/access-table/traces.ts'
import { afterMigrate } from '../db/after-migrate.ts'
import { openDatabase } from '../db/database.ts'
import { withDatabase } from '../db/embedded/connection-url.ts'
import { createFactories } from '../testing/factories.ts'
import { createTestDatabase, runSql, type TestDatabase } from '../testing/test-database.ts'
import { connectPortable } from './connect-portable.ts'
import { makePortableBackup } from './portable-backup.ts'
import { preparePortableSession, readContents } from './portable-contents.ts'
import { createPortableMaker, openPortable } from './portable-maker.ts'
import { readPortableArchive, readPortableFolder, restorePortableBackup } from './portable-restore.ts'
import { createFirstRelease } from './testing/first-release.ts'

vi.setConfig({ testTimeout: 120_000, hookTimeout: 120_000 })

let source: TestDatabase
let dir: string
let archive: string
/** A database of the first release, and its backup with the same files. */
let oldSource: string
let oldArchive: string
const databases: string[] = []
const longName = `${'größe-'.repeat(20)}.webp`

beforeAll(async () => {
  dir = await mkdtemp(join(tmpdir(), 'muster-portable-'))
  // Open to the account of PostgreSQL, which a test run by root uses: otherwise the opened cluster would be on another disk.
  await chmod(dir, 0o755)
  source = await createTestDatabase()
  const db = openDatabase(source.url)
  const make = createFactories(db)
  const [host, person, zone] = [await make.user(), await make.user(), await make.zone()]
  await make.assign(person, zone, 'zone_manager_rw')
  await insertTraces(db, person, zone.id, host)
  // Enough rows for more than one part of a table.
  await db.pool.query(
    `insert into feed_events (topic, kind, payload) select 'zone:x', 'x', jsonb_build_object('text', repeat('ü', 4000))
     from generate_series(1, 600)`,
  )
  await db.close()
  await mkdir(join(dir, 'data/files/avatars'), { recursive: true })
  await mkdir(join(dir, 'data/postgres'))
  await writeFile(join(dir, 'data/postgres/password'), 'not in the backup')
  await writeFile(join(dir, 'data/files/avatars', longName), Buffer.alloc(700_001, 7))
  await writeFile(join(dir, 'data/anchor-key'), 'a key')
  await writeFile(join(dir, 'data/empty'), '')
  archive = join(dir, 'data/backups/one.tar.gz')
  await makePortableBackup({ database: source.url, dataDir: join(dir, 'data'), target: archive })
  oldSource = await createEmptyDatabase()
  await createFirstRelease(oldSource)
  oldArchive = join(dir, 'data/backups/old.tar.gz')
  await makePortableBackup({ database: oldSource, dataDir: join(dir, 'data'), target: oldArchive })
})
afterAll(async () => {
  await source.drop()
  for (const name of databases) await dropDatabase(name)
  await rm(dir, { recursive: true, force: true })
})

async function createEmptyDatabase(): Promise<string> {
  const name = `restored_${databases.length}_${process.pid}`
  await runSql(inject('testPostgresUrl'), `create database ${name}`)
  databases.push(name)
  return withDatabase(inject('testPostgresUrl'), name)
}

/** Drops a database and the login that Muster created for it. */
async function dropDatabase(name: string): Promise<void> {
  const client = await connectPortable(withDatabase(inject('testPostgresUrl'), name), 'the test')
  const login = await client.query('select name from app_login').catch(() => undefined)
  await client.end()
  await runSql(inject('testPostgresUrl'), `drop database ${name} with (force)`)
  if (login?.rows[0]) await runSql(inject('testPostgresUrl'), `drop role ${login.rows[0].name}`)
}

async function readTables(url: string) {
  const client = await connectPortable(url, 'the test')
  try {
    await preparePortableSession(client)
    const { tables } = await readContents(client)
    // A restore begins a new history of the feed.
    return tables.filter(({ name }) => name !== 'public.feed_floor')
  } finally {
    await client.end()
  }
}

const isEmpty = async (url: string) =>
  expect(readTables(url)).rejects.toThrow('There is no Muster in this database')

const restore = (database: string, dataDir: string, path = archive, replace = false) =>
  restorePortableBackup({
    entries: path.endsWith('.tar.gz') ? readPortableArchive(path) : readPortableFolder(path),
    database,
    dataDir,
    replace,
    afterMigrate,
    log: () => undefined,
  })

/** Unpacks the old archive as tar does. */
async function unpackOldArchive(name: string): Promise<string> {
  const folder = join(dir, name)
  await mkdir(folder)
  await promisify(execFile)('tar', ['xzf', oldArchive, '-C', folder])
  return folder
}

it('a folder of the nightly service restores the same tables', async () => {
  const folder = join(dir, 'nightly')
  const maker = createPortableMaker({
    dataDir: join(dir, 'data'),
    databaseUrl: source.url,
    bucket: undefined,
  })
  await maker.make(folder, new AbortController().signal)
  expect((await readdir(join(folder, 'tables/public.feed_events'))).length).toBeGreaterThan(1)
  expect(await maker.estimateBytes()).toBeGreaterThan(1_000_000)
  const opened = await openPortable(folder, join(dir, 'opened'))
  expect(await readTables(opened.url)).toEqual(await readTables(source.url))
  await opened.close()
})

it('a portable backup restores rows and files, and replaces a Muster only with `replace`, in the same transaction', async () => {
  expect((await stat(archive)).mode & 0o777).toBe(0o600)
  const target = await createTestDatabase()
  const before = await readTables(target.url)
  await expect(restore(target.url, join(dir, 'restored'))).rejects.toThrow(
    'The target already contains a Muster',
  )
  expect(await readTables(target.url)).toEqual(before)
  await restore(target.url, join(dir, 'restored'), archive, true)
  expect(await readTables(target.url)).toEqual(await readTables(source.url))
  expect((await readdir(join(dir, 'restored'))).sort()).toEqual(['anchor-key', 'empty', 'files'])
  expect(await readFile(join(dir, 'restored/files/avatars', longName))).toEqual(Buffer.alloc(700_001, 7))
  await target.drop()
})

it('a backup of the first release restores at its version, also from the folder that tar unpacks', async () => {
  const [target, other] = [await createEmptyDatabase(), await createEmptyDatabase()]
  await restore(target, join(dir, 'old'), oldArchive)
  expect(await readTables(target)).toEqual(await readTables(oldSource))
  await restore(other, join(dir, 'old-again'), await unpackOldArchive('unpacked'))
  expect(await readTables(other)).toEqual(await readTables(oldSource))
  expect(await readFile(join(dir, 'old-again/files/avatars', longName))).toEqual(Buffer.alloc(700_001, 7))
})

it('a backup that was cut off or changed restores neither rows nor files', async () => {
  const target = await createEmptyDatabase()
  const dataDir = join(dir, 'untouched')
  const cut = join(dir, 'cut.tar.gz')
  await writeFile(cut, await readFile(oldArchive))
  await truncate(cut, (await stat(cut)).size - 400)
  await expect(restore(target, dataDir, cut)).rejects.toThrow('cut off')
  await isEmpty(target)

  const changed = await unpackOldArchive('changed')
  const part = join(changed, 'tables/public.role_permissions/000001.copy')
  const text = await readFile(part, 'utf8')
  await writeFile(part, text.replace('permission 2', 'permission 7'))
  await expect(restore(target, dataDir, changed)).rejects.toThrow(
    'The rows of the table public.role_permissions differ from the source: nothing was kept.',
  )
  await isEmpty(target)
  await writeFile(part, text)
  await rm(join(changed, 'end.json'))
  await expect(restore(target, dataDir, changed)).rejects.toThrow('end.json')
  await isEmpty(target)
  expect(await readdir(dataDir).catch(() => [])).toEqual([])
})
