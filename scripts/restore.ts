import { statSync } from 'node:fs'
import { cp, readdir, readFile, rename } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import pg from 'pg'
import { afterMigrate } from '../apps/server/src/app/after-migrate.ts'
import {
  readPortableArchive,
  readPortableFolder,
  readPortableManifest,
  restorePortableBackup,
} from '../apps/server/src/backup/portable-restore.ts'
import { restoreIntoEmbedded } from '../apps/server/src/backup/restore-into-embedded.ts'
import { closeDataFolder } from '../apps/server/src/db/embedded/place.ts'
import { restoreCluster } from '../apps/server/src/db/embedded/restore-cluster.ts'
import { startEmbeddedPostgres } from '../apps/server/src/db/embedded/start-embedded-postgres.ts'
import { toAnchorsPath } from '../apps/server/src/features/security/anchors.ts'
import { makeFolders } from '../apps/server/src/lib/make-folders.ts'
import { startNewHistory } from '../apps/server/src/live/epoch.ts'
import { type Env, readEnv } from '../apps/server/src/platform/env.ts'
import { readArguments } from './lib/command.mjs'
import { main, runPostgresTool } from './lib/operator.ts'

const { words, options } = readArguments({
  name: 'restore',
  about: 'Brings a backup back, for example data/backups/2026-01-31T12-00-00. Muster must not run meanwhile.',
  words: [
    { name: 'folder', about: 'the backup: a folder, or the .tar.gz of a portable one', required: true },
  ],
  options: { replace: 'overwrite the database that is there' },
  settings: { DATA_DIR: 'the data folder (./data)', DATABASE_URL: 'the database, if it is one of your own' },
})

await main(async () => {
  const env = readEnv()
  const replace = options.replace === true
  const folder = resolve(words[0] ?? '')
  const { kind, bucket } = await readManifest(folder)
  if (kind === 'portable') await restorePortable(env, folder, replace)
  else await restoreRaw(env, folder, replace, kind)
  await moveAnchorsAside(env.DATA_DIR)
  await closeDataFolder(env.DATA_DIR)
  if (bucket)
    console.log(
      `NOT restored: the photos and downloads in the bucket ${bucket}, which no backup holds. Bring the bucket back from its own copy, and set S3_BUCKET (docs/files.md).`,
    )
  console.log(`Restored ${folder}. Start Muster with npm start.`)
})

async function restoreRaw(env: Env, folder: string, replace: boolean, kind: Manifest['kind']): Promise<void> {
  const backupKind = env.DATABASE_URL ? 'dump' : 'cluster'
  if (kind !== backupKind)
    throw new Error(
      kind === 'dump'
        ? 'This backup is of a database under DATABASE_URL: set DATABASE_URL to the one to restore into. A portable backup (npm run backup -- --portable) also fits the embedded database.'
        : 'This backup is of the embedded database: unset DATABASE_URL to restore it, then run npm run move-database -- <DATABASE_URL>. A portable backup (npm run backup -- --portable) fits every database.',
    )
  if (env.DATABASE_URL) await restoreDump(env.DATABASE_URL, folder, replace)
  else await restoreEmbedded(env.DATA_DIR, folder, replace)
  await restoreFiles(join(folder, 'files'), env.DATA_DIR)
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

type Manifest = {
  readonly kind: 'dump' | 'cluster' | 'portable'
  /** The bucket that held the photos and downloads, which the backup does not contain; missing if there was none. */
  readonly bucket?: string
}

async function readManifest(folder: string): Promise<Manifest> {
  if (statSync(folder, { throwIfNoEntry: false })?.isFile()) return readPortableManifest(readPortable(folder))
  const text = await readFile(join(folder, 'manifest.json'), 'utf8').catch(() => undefined)
  if (text === undefined) throw new Error(`${folder} is not a finished backup: it has no manifest.json.`)
  return JSON.parse(text) as Manifest
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

/** Sets the anchors aside, because they attest to events after the backup, which no longer exist. */
async function moveAnchorsAside(dataDir: string): Promise<void> {
  const asidePath = toAnchorsPath(dataDir).replace(/\.jsonl$/, `.before-restore-${Date.now()}.jsonl`)
  await rename(toAnchorsPath(dataDir), asidePath).then(
    () => console.log(`The anchors of the former security log are kept in ${asidePath}`),
    (error: NodeJS.ErrnoException) => {
      if (error.code !== 'ENOENT') throw error
    },
  )
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
