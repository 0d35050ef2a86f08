import { cp, mkdir, readdir, rename, rm, stat, writeFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { makePortableBackup } from '../apps/server/src/backup/portable-backup.ts'
import { copyRunningCluster } from '../apps/server/src/db/embedded/base-backup.ts'
import { findRunning } from '../apps/server/src/db/embedded/find-running.ts'
import { findHome } from '../apps/server/src/db/embedded/place.ts'
import { startEmbeddedPostgres } from '../apps/server/src/db/embedded/start-embedded-postgres.ts'
import { closeTree } from '../apps/server/src/lib/close-tree.ts'
import { makeFolders } from '../apps/server/src/lib/make-folders.ts'
import { type Env, readEnv } from '../apps/server/src/platform/env.ts'
import { refuseTargetInside } from './lib/backup-target.ts'
import { readArguments } from './lib/command.mjs'
import { main, runPostgresTool } from './lib/operator.ts'

/**
 * Excluded from the copied files: the embedded database (copied separately) and the file with its location, the lock of the running
 * server, and earlier backups.
 */
const NOT_FILES = ['postgres', 'postgres-location.json', 'muster.lock', 'backups']

const { words, options } = readArguments({
  name: 'backup',
  about:
    'Copies database and files into a folder, while Muster runs or not. Keep it safe: it holds everything but the bucket of S3_BUCKET.',
  words: [{ name: 'folder', about: 'where to, made by this; otherwise a new one in DATA_DIR/backups' }],
  options: { portable: 'one .tar.gz that fits every platform and version of PostgreSQL (docs/moving.md)' },
  settings: {
    DATA_DIR: 'the data folder (./data)',
    DATABASE_URL: 'the database, if it is one of your own',
    S3_BUCKET: 'the bucket of photos and downloads, if they are in one: it is not copied',
  },
})

await main(async () => {
  const env = readEnv()
  const name = new Date().toISOString().slice(0, 19).replaceAll(':', '-')
  const suffix = options.portable ? '.tar.gz' : ''
  const folder = resolve(words[0] ?? join(env.DATA_DIR, 'backups', `${name}${suffix}`))
  refuseTargetInside(env.DATA_DIR, folder)
  const draft = `${folder}.unfinished`
  const home = env.DATABASE_URL ? undefined : await findHome(env.DATA_DIR)
  if (!env.DATABASE_URL && !home) throw new Error(`There is no database in ${env.DATA_DIR} yet.`)
  if (options.portable) return writePortable(env, home, folder)
  // The backup contains password hashes and keys, so only its owner may read it.
  await makeFolders(draft)
  try {
    if (env.DATABASE_URL) await dump(env.DATABASE_URL, draft)
    else if (home) await copyEmbedded(env.DATA_DIR, home, draft)
    await copyFiles(env.DATA_DIR, join(draft, 'files'))
    const manifest = {
      kind: env.DATABASE_URL ? 'dump' : 'cluster',
      platform: `${process.platform}-${process.arch}`,
      takenAt: new Date(),
      // Tells restore where the files were, because a backup does not include a bucket.
      bucket: env.S3_BUCKET,
    }
    await writeFile(join(draft, 'manifest.json'), `${JSON.stringify(manifest, null, 2)}\n`)
    // The copied files may have been accessible to others, which the backup must not be.
    await closeTree(draft)
    await rename(draft, folder)
  } catch (error) {
    await rm(draft, { recursive: true, force: true })
    throw error
  }
  reportBackup(folder, env.S3_BUCKET)
})

async function writePortable(
  { DATA_DIR, DATABASE_URL, S3_BUCKET }: Env,
  home: string | undefined,
  target: string,
): Promise<void> {
  const running = DATABASE_URL ?? (home && (await findRunning(home)))
  const own = running ? undefined : await startEmbeddedPostgres({ dataDir: DATA_DIR })
  try {
    await makePortableBackup({
      database: running ?? own?.url ?? '',
      dataDir: DATA_DIR,
      bucket: S3_BUCKET,
      target,
    })
  } finally {
    await own?.stop()
  }
  reportBackup(target, S3_BUCKET)
}

function reportBackup(path: string, bucket: string | undefined): void {
  console.log(`Backup written to ${path}`)
  if (bucket)
    console.log(
      `NOT in it: the photos and downloads in the bucket ${bucket}. Copy the bucket too, after this backup (docs/files.md).`,
    )
}

async function dump(url: string, draft: string): Promise<void> {
  await runPostgresTool('pg_dump', url, [
    '--format=custom',
    '--no-owner',
    `--file=${join(draft, 'database.dump')}`,
  ])
}

/** Copies the embedded database from its running server. If it is not running, starts it for the duration of the copy. */
async function copyEmbedded(dataDir: string, home: string, draft: string): Promise<void> {
  const running = await findRunning(home)
  const own = running ? undefined : await startEmbeddedPostgres({ dataDir })
  try {
    await copyRunningCluster(running ?? own?.url ?? '', join(home, 'cluster'), join(draft, 'cluster'))
    await cp(join(home, 'password'), join(draft, 'password'))
  } finally {
    await own?.stop()
  }
}

/** Copies the files after the database: a file without a row is harmless, a row without its file is not. */
async function copyFiles(dataDir: string, target: string): Promise<void> {
  await mkdir(target, { mode: 0o700 })
  const exists = await stat(dataDir).then(
    () => true,
    () => false,
  )
  for (const name of exists ? await readdir(dataDir) : [])
    if (!NOT_FILES.includes(name)) await cp(join(dataDir, name), join(target, name), { recursive: true })
}
