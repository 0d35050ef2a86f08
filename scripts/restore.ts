import { statSync } from 'node:fs'
import { cp, readdir, readFile, rm } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import pg from 'pg'
import { isBackupName } from '../apps/server/src/backup/backup-manifest.ts'
import { findBackup, unpackBackup } from '../apps/server/src/backup/check-backup.ts'
import { readFiles } from '../apps/server/src/backup/file-copies.ts'
import {
  readPortableArchive,
  readPortableFolder,
  readPortableManifest,
  restorePortableBackup,
} from '../apps/server/src/backup/portable-restore.ts'
import { runPostgresTool } from '../apps/server/src/backup/postgres-tool.ts'
import { withClient } from '../apps/server/src/backup/raw-backup.ts'
import { type RawManifest, readManifest } from '../apps/server/src/backup/raw-manifest.ts'
import { restoreIntoEmbedded } from '../apps/server/src/backup/restore-into-embedded.ts'
import { afterMigrate } from '../apps/server/src/db/after-migrate.ts'
import { closeDataFolder } from '../apps/server/src/db/embedded/place.ts'
import { restoreCluster } from '../apps/server/src/db/embedded/restore-cluster.ts'
import { startEmbeddedPostgres } from '../apps/server/src/db/embedded/start-embedded-postgres.ts'
import { createBackupSettings } from '../apps/server/src/features/backups/backup-settings.ts'
import { makeFolders } from '../apps/server/src/lib/make-folders.ts'
import { startNewHistory } from '../apps/server/src/live/epoch.ts'
import { type Env, readEnv } from '../apps/server/src/platform/env.ts'
import { createFileStore } from '../apps/server/src/platform/file-store.ts'
import { readArguments } from './lib/command.mjs'
import { moveAnchorsAside } from './lib/move-anchors-aside.ts'
import { main } from './lib/operator.ts'

const { words, options } = readArguments({
  name: 'restore',
  about: 'Brings a backup back, for example data/backups/2026-01-31T12-00-00. Muster must not run meanwhile.',
  words: [
    {
      name: 'folder',
      about:
        'the folder of the backup, the .tar.gz of a portable one, or the name of one of the nightly service',
      required: true,
    },
  ],
  options: { replace: 'overwrite the database that is there' },
  settings: {
    DATA_DIR: 'the data folder (./data)',
    DATABASE_URL: 'the database, if it is one of your own',
    'BACKUP_DIR, BACKUP_S3_…': 'where the nightly backups are',
    'BACKUP_KEY, BACKUP_KEY_FILE': 'their secret key, if they are encrypted',
  },
})

await main(async () => {
  const env = readEnv()
  const word = words[0] ?? ''
  if (isBackupName(word) && !(await isFolderBackup(word))) await restoreNightly(env, word)
  else await restoreFolder(env, resolve(word))
  console.log(`Restored ${word}. Start Muster with npm start.`)
})

function isFolderBackup(folder: string): Promise<boolean> {
  return readFile(join(resolve(folder), 'manifest.json')).then(
    () => true,
    () => false,
  )
}

async function restoreFolder(env: Env, folder: string, hasStoredFiles = false): Promise<void> {
  const replace = options.replace === true
  const { kind, bucket, upgrade } = await requireManifest(folder)
  if (kind === 'portable') await restorePortable(env, folder, replace)
  else await restoreRaw(env, folder, replace, kind)
  if (kind !== 'portable' && !upgrade) await restoreFiles(join(folder, 'files'), env.DATA_DIR)
  await moveAnchorsAside(env.DATA_DIR)
  await closeDataFolder(env.DATA_DIR)
  if (upgrade)
    console.log(
      `This backup was made before the upgrade to ${upgrade.to} and holds the database only: the files in ${env.DATA_DIR} are as they were. Start it with ${upgrade.from}.`,
    )
  if (bucket && !hasStoredFiles)
    console.log(
      `NOT restored: the photos and downloads in the bucket ${bucket}, which this kind of backup does not hold. Bring the bucket back from its own copy, and set S3_BUCKET (docs/files.md).`,
    )
}

/** Restores a backup of the nightly service: database and data folder as from a folder, then the stored files into their store. */
async function restoreNightly(env: Env, name: string): Promise<void> {
  const { place, readKey } = createBackupSettings(env)
  const key = await readKey()
  const manifest = await findBackup(place, name)
  const folder = join(env.DATA_DIR, 'backups', `.restore-${process.pid}`)
  await makeFolders(env.DATA_DIR)
  await makeFolders(join(env.DATA_DIR, 'backups'))
  try {
    await unpackBackup({ place, key }, manifest, folder)
    await restoreFolder(env, folder, true)
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
  const store = createFileStore(env)
  const damagedPaths: string[] = []
  const { count } = await readFiles(
    place,
    manifest,
    key,
    (path, content) => store.files.putStream(path, () => content),
    (path, problem) => {
      damagedPaths.push(path)
      console.error(problem)
    },
  )
  const storeId = env.DATABASE_URL
    ? await readStoreId(env.DATABASE_URL)
    : await readEmbeddedStoreId(env.DATA_DIR)
  if (storeId) await store.mark.write(`${storeId}\n`)
  console.log(`${count} files are in ${store.place}.`)
  for (const path of damagedPaths) await store.files.remove(path)
  if (damagedPaths.length > 0) {
    console.error(
      `${damagedPaths.length} files are damaged or missing in the backup, and were not restored:\n${damagedPaths.join('\n')}`,
    )
    process.exitCode = 1
  }
  console.log(
    'This installation makes no backups there until it takes the place of the former one: npm run backup -- --adopt',
  )
}

async function readEmbeddedStoreId(dataDir: string): Promise<string | undefined> {
  const postgres = await startEmbeddedPostgres({ dataDir })
  try {
    return await readStoreId(postgres.url)
  } finally {
    await postgres.stop()
  }
}

/** Returns the id by which the database recognises its file store (`claimFileStore`), for the restored files. */
function readStoreId(url: string): Promise<string | undefined> {
  return withClient(url, async client => {
    const { rows } = await client.query<{ id: string }>(
      `select value::text as id from installation_facts where fact = 'file-store'`,
    )
    return rows[0]?.id
  })
}

async function restoreRaw(
  env: Env,
  folder: string,
  replace: boolean,
  kind: RawManifest['kind'],
): Promise<void> {
  const backupKind = env.DATABASE_URL ? 'dump' : 'cluster'
  if (kind !== backupKind)
    throw new Error(
      kind === 'dump'
        ? 'This backup is of a database under DATABASE_URL: set DATABASE_URL to the one to restore into. A portable backup (npm run backup -- --portable) also fits the embedded database.'
        : 'This backup is of the embedded database: unset DATABASE_URL to restore it, then run npm run move-database -- <DATABASE_URL>. A portable backup (npm run backup -- --portable) fits every database.',
    )
  if (env.DATABASE_URL) await restoreDump(env.DATABASE_URL, folder, replace)
  else await restoreEmbedded(env.DATA_DIR, folder, replace)
}

/** Restores a portable backup: an archive, or the folder that it was unpacked to. */
async function restorePortable(env: Env, path: string, replace: boolean): Promise<void> {
  const restore = (database: string, replaceRows: boolean) =>
    restorePortableBackup({
      entries: readPortable(path),
      database,
      dataDir: env.DATA_DIR,
      replace: replaceRows,
      afterMigrate,
      log: line => console.log(line),
    })
  if (env.DATABASE_URL) await restore(env.DATABASE_URL, replace)
  else
    await restoreIntoEmbedded({
      dataDir: env.DATA_DIR,
      replace,
      restore: url => restore(url, false),
      log: line => console.log(line),
    })
}

function readPortable(path: string) {
  return statSync(path).isDirectory() ? readPortableFolder(path) : readPortableArchive(path)
}

type Manifest = Pick<RawManifest, 'kind' | 'bucket' | 'upgrade'>

async function requireManifest(folder: string): Promise<Manifest> {
  if (statSync(folder, { throwIfNoEntry: false })?.isFile()) return readPortableManifest(readPortable(folder))
  const manifest: Manifest | undefined = await readManifest(folder)
  if (!manifest) throw new Error(`${folder} is not a finished backup: it has no manifest.json.`)
  return manifest
}

async function restoreEmbedded(dataDir: string, folder: string, replace: boolean): Promise<void> {
  const asidePath = await restoreCluster({
    dataDir,
    cluster: join(folder, 'cluster'),
    password: join(folder, 'password'),
    replace,
    log: line => console.log(line),
  })
  if (asidePath) console.log(`The former database is kept in ${asidePath}`)
  // Starting the database once replays its WAL and proves that it can start.
  const postgres = await startEmbeddedPostgres({ dataDir })
  try {
    await beginNewHistory(postgres.url)
  } finally {
    await postgres.stop()
  }
}

async function restoreDump(url: string, folder: string, replace: boolean): Promise<void> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    const { rows } = await client.query(`select to_regclass('schema_migrations') is not null as used`)
    if (rows[0]?.used && !replace)
      throw new Error('The database under DATABASE_URL is already a Muster. Add --replace to overwrite it.')
    // A dump contains no roles, but its grants and policies refer to `muster_app`.
    const role = await client.query(`select 1 from pg_roles where rolname = 'muster_app'`)
    if (role.rowCount === 0) await client.query('create role muster_app nologin')
  } finally {
    await client.end()
  }
  const cleanArgs = replace ? ['--clean', '--if-exists'] : []
  await runPostgresTool('pg_restore', url, [
    ...['--no-owner', '--single-transaction', '--exit-on-error', ...cleanArgs],
    join(folder, 'database.dump'),
  ])
  await beginNewHistory(url)
}

/**
 * Makes clients that saw data newer than the backup reload everything. In a backup from before the `history` column existed,
 * there is nothing to mark yet.
 */
async function beginNewHistory(url: string): Promise<void> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    const { rowCount } = await client.query(
      `select from information_schema.columns where table_name = 'feed_floor' and column_name = 'history'`,
    )
    if (rowCount) await startNewHistory(client)
  } finally {
    await client.end()
  }
}

async function restoreFiles(from: string, dataDir: string): Promise<void> {
  await makeFolders(dataDir)
  for (const name of await readdir(from)) await cp(join(from, name), join(dataDir, name), { recursive: true })
}
