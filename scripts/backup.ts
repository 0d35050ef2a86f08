import { mkdir, rename, rm } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { checkBackup } from '../apps/server/src/backup/check-backup.ts'
import { writeRawBackup } from '../apps/server/src/backup/raw-backup.ts'
import { createBackupKey } from '../apps/server/src/backup/seal.ts'
import { createBackupSettings } from '../apps/server/src/features/backups/backup-settings.ts'
import { closeTree } from '../apps/server/src/lib/close-tree.ts'
import { makeFolders } from '../apps/server/src/lib/make-folders.ts'
import { readEnv } from '../apps/server/src/platform/env.ts'
import { refuseTargetInside } from './lib/backup-target.ts'
import { readArguments } from './lib/command.mjs'
import { main } from './lib/operator.ts'

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
    check: 'check a backup of the nightly service (docs/backups.md)',
    'new-key': 'print a new key for BACKUP_KEY',
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
  const name = new Date().toISOString().slice(0, 19).replaceAll(':', '-')
  const folder = resolve(words[0] ?? join(env.DATA_DIR, 'backups', name))
  refuseTargetInside(env.DATA_DIR, folder)
  const draft = `${folder}.unfinished`
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
  console.log(`Backup written to ${folder}`)
  if (env.S3_BUCKET)
    console.log(
      `NOT in it: the photos and downloads in the bucket ${env.S3_BUCKET}, which only the nightly backups copy (docs/backups.md).`,
    )
})

async function check(env: ReturnType<typeof readEnv>): Promise<void> {
  const { place, readKey } = createBackupSettings(env)
  // A folder of its own, because a server that backs up meanwhile clears its own one.
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

async function printNewKey(): Promise<void> {
  const { identity, recipient } = await createBackupKey()
  console.log(`# Keep the secret key apart from the backups: without it, they are lost.
# public key: ${recipient}
${identity}`)
}
