import { mkdir, rename, rm } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { preparePlace } from '../apps/server/src/backup/backup-place.ts'
import { checkBackup } from '../apps/server/src/backup/check-backup.ts'
import { adoptPlace } from '../apps/server/src/backup/place-owner.ts'
import { makePortableBackup } from '../apps/server/src/backup/portable-backup.ts'
import { withClient, writeRawBackup } from '../apps/server/src/backup/raw-backup.ts'
import { createBackupKey } from '../apps/server/src/backup/seal.ts'
import { findRunning } from '../apps/server/src/db/embedded/find-running.ts'
import { findHome } from '../apps/server/src/db/embedded/place.ts'
import { startEmbeddedPostgres } from '../apps/server/src/db/embedded/start-embedded-postgres.ts'
import { createBackupSettings } from '../apps/server/src/features/backups/backup-settings.ts'
import { closeTree } from '../apps/server/src/lib/close-tree.ts'
import { makeFolders } from '../apps/server/src/lib/make-folders.ts'
import { type Env, readEnv } from '../apps/server/src/platform/env.ts'
import { refuseTargetInside } from './lib/backup-target.ts'
import { readArguments } from './lib/command.mjs'
import { main } from './lib/operator.ts'
import { withDatabase } from './lib/with-database.ts'

const { words, options } = readArguments({
  name: 'backup',
  about:
    'Copies database and files into a folder, while Muster runs or not. Keep it safe: it holds everything but the bucket of S3_BUCKET. With --check, restores a backup of the nightly service into an empty place and compares it.',
  words: [
    {
      name: 'folder',
      about:
        'where to, made by this; otherwise a new one in DATA_DIR/backups. With --check: the name of the backup; otherwise the last',
    },
  ],
  options: {
    portable: 'one .tar.gz that fits every platform and version of PostgreSQL (docs/moving.md)',
    check: 'check a backup of the nightly service (docs/backups.md)',
    'new-key': 'print a new key for BACKUP_KEY',
    adopt: 'let this installation continue the nightly backups of another, which must not run any more',
  },
  settings: {
    DATA_DIR: 'the data folder (./data)',
    DATABASE_URL: 'the database, if it is one of your own',
    S3_BUCKET: 'the bucket of photos and downloads, if they are in one: it is not copied',
    'BACKUP_DIR, BACKUP_S3_…': 'with --check: where the backups are',
    'BACKUP_KEY, BACKUP_KEY_FILE': 'with --check: their secret key, if they are encrypted',
  },
})

await main(async () => {
  if (options['new-key']) return printNewKey()
  const env = readEnv()
  if (options.check) return check(env)
  if (options.adopt) return adopt(env)
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
    await writeRawBackup(
      { dataDir: env.DATA_DIR, databaseUrl: env.DATABASE_URL, bucket: env.S3_BUCKET },
      draft,
    )
    // The copied files may have been accessible to others, which the backup must not be.
    await closeTree(draft)
    await rename(draft, folder)
  } catch (error) {
    await rm(draft, { recursive: true, force: true })
    throw error
  }
  reportBackup(folder, env)
})

async function writePortable(env: Env, home: string | undefined, target: string): Promise<void> {
  const { DATA_DIR, DATABASE_URL, S3_BUCKET } = env
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
  reportBackup(target, env)
}

function reportBackup(path: string, { S3_BUCKET: bucket, BACKUP_KEY: key }: Env): void {
  console.log(`Backup written to ${path}`)
  if (key !== undefined)
    console.log('It is NOT encrypted: BACKUP_KEY is for the nightly backups only (docs/backups.md).')
  if (bucket)
    console.log(
      `NOT in it: the photos and downloads in the bucket ${bucket}, which only the nightly backups copy (docs/backups.md).`,
    )
}

async function check(env: ReturnType<typeof readEnv>): Promise<void> {
  const { place, readKey } = createBackupSettings(env)
  // A separate folder, because a server that backs up meanwhile clears its own.
  const workFolder = join(env.DATA_DIR, 'backups', `.check-${process.pid}`)
  await makeFolders(env.DATA_DIR)
  await mkdir(join(env.DATA_DIR, 'backups'), { recursive: true, mode: 0o700 })
  try {
    const result = await checkBackup({ place, key: await readKey(), workFolder }, words[0])
    console.log(
      `The backup ${result.name} restores as it was: ${result.tables} tables with ${result.rows} rows, ${result.files} files.`,
    )
  } finally {
    await rm(workFolder, { recursive: true, force: true })
  }
}

/** Makes the database's history the owner of the backups. */
async function adopt(env: Env): Promise<void> {
  const { place } = createBackupSettings(env)
  await withDatabase(env, async ({ url }) => {
    const { rows } = await withClient(url, client =>
      client.query<{ history: string }>('select history::text as history from feed_floor'),
    )
    await preparePlace(place)
    await adoptPlace(place, rows[0]?.history ?? '')
  })
  console.log(`This installation continues the backups in ${place.text}.`)
}

async function printNewKey(): Promise<void> {
  const { identity, recipient } = await createBackupKey()
  console.log(`# Keep the secret key apart from the backups: without it, they are lost.
# public key: ${recipient}
${identity}`)
}
