import { cp, mkdir, readdir, rename, rm, stat } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { writeManifest } from '../apps/server/src/backup/backup-manifest.ts'
import { copyEmbeddedDatabase, dumpDatabase } from '../apps/server/src/backup/copy-database.ts'
import { findRunning } from '../apps/server/src/db/embedded/find-running.ts'
import { findHome } from '../apps/server/src/db/embedded/place.ts'
import { startEmbeddedPostgres } from '../apps/server/src/db/embedded/start-embedded-postgres.ts'
import { closeTree } from '../apps/server/src/lib/close-tree.ts'
import { makeFolders } from '../apps/server/src/lib/make-folders.ts'
import { readEnv } from '../apps/server/src/platform/env.ts'
import { refuseTargetInside } from './lib/backup-target.ts'
import { readArguments } from './lib/command.mjs'
import { main } from './lib/operator.ts'

/**
 * Excluded from the copied files: the embedded database (copied separately) and the file with its location, the lock of the running
 * server, and earlier backups.
 */
const NOT_FILES = ['postgres', 'postgres-location.json', 'muster.lock', 'backups']

const { words } = readArguments({
  name: 'backup',
  about:
    'Copies database and files into a folder, while Muster runs or not. Keep it safe: it holds everything but the bucket of S3_BUCKET.',
  words: [{ name: 'folder', about: 'where to, made by this; otherwise a new one in DATA_DIR/backups' }],
  settings: {
    DATA_DIR: 'the data folder (./data)',
    DATABASE_URL: 'the database, if it is one of your own',
    S3_BUCKET: 'the bucket of photos and downloads, if they are in one: it is not copied',
  },
})

await main(async () => {
  const env = readEnv()
  const name = new Date().toISOString().slice(0, 19).replaceAll(':', '-')
  const folder = resolve(words[0] ?? join(env.DATA_DIR, 'backups', name))
  refuseTargetInside(env.DATA_DIR, folder)
  const draft = `${folder}.unfinished`
  const home = env.DATABASE_URL ? undefined : await findHome(env.DATA_DIR)
  if (!env.DATABASE_URL && !home) throw new Error(`There is no database in ${env.DATA_DIR} yet.`)
  // The backup contains password hashes and keys, so only its owner may read it.
  await makeFolders(draft)
  try {
    if (env.DATABASE_URL) await dumpDatabase(env.DATABASE_URL, draft)
    else if (home) await copyEmbedded(env.DATA_DIR, home, draft)
    await copyFiles(env.DATA_DIR, join(draft, 'files'))
    await writeManifest(draft, {
      kind: env.DATABASE_URL ? 'dump' : 'cluster',
      platform: `${process.platform}-${process.arch}`,
      takenAt: new Date().toISOString(),
      // Tells restore where the files were, because a backup does not include a bucket.
      bucket: env.S3_BUCKET,
    })
    // The copied files may have been accessible to others, which the backup must not be.
    await closeTree(draft)
    await rename(draft, folder)
  } catch (error) {
    await rm(draft, { recursive: true, force: true })
    throw error
  }
  console.log(`Backup written to ${folder}`)
  if (env.S3_BUCKET)
    console.log(
      `NOT in it: the photos and downloads in the bucket ${env.S3_BUCKET}. Copy the bucket too, after this backup (docs/files.md).`,
    )
})

/** Copies the embedded database from its running server. If it is not running, starts it for the duration of the copy. */
async function copyEmbedded(dataDir: string, home: string, draft: string): Promise<void> {
  const running = await findRunning(home)
  const own = running ? undefined : await startEmbeddedPostgres({ dataDir })
  try {
    await copyEmbeddedDatabase(running ?? own?.url ?? '', home, draft)
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
