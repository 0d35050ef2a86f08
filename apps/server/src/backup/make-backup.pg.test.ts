import { chmod, mkdir, mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import type pg from 'pg'
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { type EmbeddedPostgres, startEmbeddedPostgres } from '../db/embedded/start-embedded-postgres.ts'
import { copyInitialisedFolder, emptyDatabase } from '../db/embedded/testing/initialised-folder.ts'
import { createLocalFiles } from '../lib/local-files.ts'
import { createS3Files } from '../lib/s3-files.ts'
import { startS3StandIn } from '../lib/testing/s3-stand-in.ts'
import { openTestPool } from '../testing/test-database.ts'
import { describeBackupFailure } from './backup-error.ts'
import type { BackupMaker } from './backup-maker.ts'
import { listSets, toObjectPath, toSetPath } from './backup-manifest.ts'
import type { BackupPlace } from './backup-place.ts'
import { checkBackup, unpackBackup } from './check-backup.ts'
import { readFiles } from './file-copies.ts'
import { type BackupDeps, makeBackup } from './make-backup.ts'
import { createClusterMaker } from './raw-backup.ts'
import { removeLeftovers, removeOldBackups } from './remove-backups.ts'
import { type BackupKey, createBackupKey } from './seal.ts'

vi.setConfig({ testTimeout: 120_000, hookTimeout: 120_000 })

let root: string
let dataDir: string
let postgres: EmbeddedPostgres
let pool: pg.Pool
let key: BackupKey & { identity: string }
const signal = new AbortController().signal

beforeAll(async () => {
  root = await mkdtemp(join(tmpdir(), 'muster-backup-'))
  await chmod(root, 0o755)
  dataDir = join(root, 'data')
  key = await createBackupKey()
  await mkdir(dataDir, { mode: 0o711 })
  await copyInitialisedFolder(dataDir)
  postgres = await startEmbeddedPostgres({
    dataDir,
    settings: { fsync: 'off', shared_buffers: '16MB' },
  })
  await emptyDatabase(postgres.url)
  pool = openTestPool(postgres)
  await pool.query(
    `create table people (id int primary key, name text, at timestamptz default now(), raw bytea)`,
  )
  await pool.query(
    `insert into people select n, 'person ' || n, now(), decode('ff00', 'hex') from generate_series(1, 2000) n`,
  )
  await mkdir(join(dataDir, 'files/avatars/a'), { recursive: true })
  await writeFile(join(dataDir, 'files/avatars/a/photo-1.webp'), 'the first photo')
  await writeFile(join(dataDir, 'files/avatars/a/photo-2.webp'), Buffer.alloc(300_000, 'x'))
  await writeFile(join(dataDir, 'files/avatars/a/empty.txt'), '')
  await writeFile(join(dataDir, 'anchor-key'), 'the key of the anchors')
})
afterAll(async () => {
  await pool.end()
  await postgres.stop()
  await rm(root, { recursive: true, force: true })
})

let placeFolder: string
let placeCount = 0
beforeEach(async () => {
  placeFolder = join(root, `place-${++placeCount}`)
  // Open to the account of PostgreSQL, which a test run by root uses: otherwise the trial clusters would be on another disk.
  await mkdir(join(root, 'work'), { recursive: true, mode: 0o711 })
})

/** A maker whose database is a line of text, for tests of everything but the database. */
const textMaker: BackupMaker = {
  form: 'cluster',
  estimateBytes: async () => 0,
  make: async folder => {
    await writeFile(join(folder, 'database'), 'rows')
  },
}
const createDeps = (changes: Partial<BackupDeps> = {}): BackupDeps => ({
  place: { files: createLocalFiles(placeFolder), folder: placeFolder, text: placeFolder },
  maker: textMaker,
  key: undefined,
  source: { files: createLocalFiles(join(dataDir, 'files')), folders: ['avatars', 'documents'] },
  workFolder: join(root, 'work'),
  version: '0.1.0',
  ...changes,
})
const make = (deps: BackupDeps, iso: string) => makeBackup(deps, { at: new Date(iso), signal })
const readFailure = (work: Promise<unknown>) => work.then(() => 'no failure', describeBackupFailure)

/** Lists the objects of files with more than 100 kB. */
async function listLargeObjects(): Promise<string[]> {
  const folder = join(placeFolder, 'files')
  const paths = (await readdir(folder, { recursive: true })).map(it => join(folder, it))
  const sizes = await Promise.all(paths.map(async path => (await stat(path)).size))
  return paths.filter((_, index) => (sizes[index] ?? 0) > 100_000)
}

/** Changes one byte in the middle of a stored file. */
async function tamper(path: string): Promise<void> {
  const bytes = await readFile(path)
  const middle = Math.floor(bytes.length / 2)
  bytes[middle] = (bytes[middle] ?? 0) ^ 1
  await writeFile(path, bytes)
}

describe.each(['plain', 'encrypted'])('a backup, %s', kind => {
  const createKindDeps = (changes: Partial<BackupDeps> = {}) =>
    createDeps({ key: kind === 'encrypted' ? key : undefined, ...changes })

  it('unpacks to the same database and files, and a changed byte is refused anywhere', async () => {
    const deps = createKindDeps()
    const manifest = await make(deps, '2026-06-01T00:30:00Z')
    expect(manifest).toMatchObject({
      name: '2026-06-01T00-30-00',
      form: 'cluster',
      files: { count: 3, bytes: 300_015 },
    })
    expect(await readdir(join(root, 'work'))).toEqual([])
    const unpacked = join(root, `unpacked-${kind}`)
    await unpackBackup(deps, manifest, unpacked)
    expect(await readFile(join(unpacked, 'database'), 'utf8')).toBe('rows')

    const content = await buffer(
      (await deps.place.files.open(toSetPath(manifest.name, manifest.database.file)))?.read() ??
        Readable.from([]),
    )
    expect(content.subarray(0, 3).toString()).toBe(kind === 'encrypted' ? 'age' : '\x1f\ufffd\b')
    const objects = await listLargeObjects()
    expect(objects).toHaveLength(1)
    const readAllFiles = () => readFiles(deps.place, manifest, deps.key, (_, file) => buffer(file))
    const [databasePath, listPath] = [manifest.database, manifest.files.list].map(it =>
      join(placeFolder, toSetPath(manifest.name, it.file)),
    )
    for (const [path, read] of [
      ...[...objects, listPath].map(it => [it, readAllFiles] as const),
      [databasePath, () => checkBackup(deps)] as const,
    ]) {
      const before = await readFile(path ?? '')
      await tamper(path ?? '')
      const failure = await readFailure(read())
      expect(failure).toMatch(/^The backup is damaged: (sets|files)\//)
      expect(failure).not.toContain('\n')
      await writeFile(path ?? '', before)
    }
    expect(await readAllFiles()).toMatchObject({ count: 3 })
  })

  it('copies a file only once, and removes it when no kept backup names it', async () => {
    const deps = createKindDeps()
    const countObjects = async () =>
      (await readdir(join(placeFolder, 'files'), { recursive: true })).filter(it => it.length > 10).length
    await make(deps, '2026-06-01T00:30:00Z')
    const extra = join(dataDir, 'files/avatars/a/extra.txt')
    await writeFile(extra, 'soon gone')
    await make(deps, '2026-06-02T00:30:00Z')
    expect(await countObjects()).toBe(4)
    await rm(extra)
    await make(deps, '2026-06-03T00:30:00Z')
    const rule = { now: new Date('2026-06-03T01:00:00Z'), timeZone: 'UTC' }
    await removeOldBackups(deps.place, { daily: 3, weekly: 0, monthly: 0 }, rule)
    expect([await countObjects(), (await listSets(deps.place)).length]).toEqual([4, 3])
    for (const day of ['04', '05']) await make(deps, `2026-06-${day}T00:30:00Z`)
    const remainingNames = await removeOldBackups(
      deps.place,
      { daily: 1, weekly: 0, monthly: 0 },
      { ...rule, now: new Date('2026-06-05T01:00:00Z') },
    )
    expect([await countObjects(), remainingNames.map(it => it.name.slice(8, 10))]).toEqual([
      3,
      ['03', '04', '05'],
    ])
  })
})

it('refuses a wrong or missing key in one line', async () => {
  const deps = createDeps({ key })
  await make(deps, '2026-06-01T00:30:00Z')
  expect(await readFailure(checkBackup({ ...deps, key: await createBackupKey() }))).toBe(
    'The BACKUP_KEY does not open this backup: it was encrypted for another key.',
  )
  const needsSecret = 'This backup is encrypted: set BACKUP_KEY to its secret key (AGE-SECRET-KEY-1…).'
  expect(await readFailure(checkBackup({ ...deps, key: undefined }))).toBe(needsSecret)
  expect(await readFailure(checkBackup({ ...deps, key: { ...key, identity: undefined } }))).toBe(needsSecret)
})

it('makes backups with only the public key, copies files once, and opens them with the secret key', async () => {
  const deps = createDeps({ key: { ...key, identity: undefined } })
  await make(deps, '2026-06-01T00:30:00Z')
  const objectPath = join(placeFolder, 'files')
  const before = await Promise.all(
    (await readdir(objectPath, { recursive: true })).map(
      async it => (await stat(join(objectPath, it))).mtimeMs,
    ),
  )
  const manifest = await make(deps, '2026-06-02T00:30:00Z')
  const after = await Promise.all(
    (await readdir(objectPath, { recursive: true })).map(
      async it => (await stat(join(objectPath, it))).mtimeMs,
    ),
  )
  expect(after).toEqual(before)
  const opened = join(root, 'opened')
  await unpackBackup({ place: deps.place, key }, manifest, opened)
  expect(await readFile(join(opened, 'database'), 'utf8')).toBe('rows')
  expect(await readFiles(deps.place, manifest, key, (_, file) => buffer(file))).toMatchObject({ count: 3 })
})

it('an interrupted run leaves no backup, and the next run removes its remains', async () => {
  const stop = new AbortController()
  const deps = createDeps()
  const work = makeBackup(deps, {
    at: new Date('2026-06-01T00:30:00Z'),
    signal: stop.signal,
    onProgress: phase => {
      if (phase === 'files') stop.abort(new Error('The server is stopping.'))
    },
  })
  await expect(work).rejects.toThrow()
  expect(await listSets(deps.place)).toMatchObject([{ manifest: null }])
  expect(await readFailure(checkBackup(deps))).toBe(`There is no backup in ${placeFolder}.`)
  // A crash while the manifest was written leaves a part of it.
  await writeFile(join(placeFolder, toSetPath('2026-06-01T00-30-00', 'manifest.json')), '{"format": "mus')
  await removeLeftovers(deps.place, deps.workFolder)
  expect(await listSets(deps.place)).toEqual([])
  expect(await readdir(root)).not.toContain('work')
})

it('refuses a disk without enough space before it writes anything', async () => {
  const maker = { ...createClusterMaker({ dataDir, bucket: undefined }), estimateBytes: async () => 1e15 }
  const deps = createDeps({ maker })
  expect(await readFailure(make(deps, '2026-06-01T00:30:00Z'))).toMatch(
    /^There is not enough space in .*: the backup needs about \d+ MB, and \d+ MB are free\.$/,
  )
  expect(await listSets(deps.place)).toEqual([])
})

it('backs up the database and the files of a bucket into another bucket, and restores the same tables and files', async () => {
  const standIn = await startS3StandIn('muster', 'backups')
  try {
    const bucket = createS3Files(standIn.settings)
    await bucket.put('avatars/b/photo.webp', Buffer.from('in the bucket'))
    const place: BackupPlace = {
      files: createS3Files({ ...standIn.settings, bucket: 'backups' }),
      folder: undefined,
      text: 'the bucket backups',
    }
    const deps = createDeps({
      place,
      key,
      maker: createClusterMaker({ dataDir, bucket: undefined }),
      source: { files: bucket, folders: ['avatars'] },
    })
    const manifest = await make(deps, '2026-06-01T00:30:00Z')
    // The backup is compared with its own figures, not with the database of later.
    await pool.query(`update people set name = name || '!' where id = 7`)
    expect(await checkBackup(deps)).toEqual({ name: manifest.name, tables: 1, rows: 2_000, files: 1 })
    expect(await readdir(join(root, 'work'))).toEqual([])
    const read: string[] = []
    await readFiles(place, manifest, key, async (path, content) =>
      read.push(path, (await buffer(content)).toString()),
    )
    expect(read).toEqual(['avatars/b/photo.webp', 'in the bucket'])
    const [object] = (await bucketPaths(place)).filter(it => it.startsWith('files/'))
    await place.files.remove(object ?? toObjectPath('none'))
    expect(await readFailure(readFiles(place, manifest, key, (_, content) => buffer(content)))).toBe(
      `The backup is damaged: ${object} is missing.`,
    )
  } finally {
    await standIn.stop()
  }
})

async function bucketPaths(place: BackupPlace): Promise<string[]> {
  const paths: string[] = []
  for (const prefix of ['sets', 'files'])
    for await (const { path } of place.files.list(prefix)) paths.push(path)
  return paths
}

it('a backup that is not encrypted is refused while a key is set', async () => {
  const deps = createDeps()
  const { name } = await make(deps, '2026-06-01T00:30:00Z')
  expect(await readFailure(checkBackup({ ...deps, key }))).toBe(
    `The backup ${name} is not encrypted although BACKUP_KEY is set: somebody else may have put it there. Unset BACKUP_KEY to open it.`,
  )
})

it('a damaged file costs only itself when the files are restored', async () => {
  const deps = createDeps()
  const manifest = await make(deps, '2026-06-01T00:30:00Z')
  for (const path of await listLargeObjects()) await tamper(path)
  const restored: string[] = []
  const damaged: string[] = []
  const { count } = await readFiles(
    deps.place,
    manifest,
    undefined,
    async (path, content) => {
      content.resume()
      restored.push(path)
    },
    path => damaged.push(path),
  )
  expect([count, damaged.length]).toEqual([2, 1])
  expect(new Set([...restored, ...damaged]).size).toBe(3)
})
