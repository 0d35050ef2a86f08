import { cp, readdir } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { describeAddress } from '../apps/server/src/backup/connect-portable.ts'
import { moveRows } from '../apps/server/src/backup/move-rows.ts'
import { NOT_FILES } from '../apps/server/src/backup/portable-entries.ts'
import { afterMigrate } from '../apps/server/src/db/after-migrate.ts'
import { closeDataFolder, findHome } from '../apps/server/src/db/embedded/place.ts'
import { startEmbeddedPostgres } from '../apps/server/src/db/embedded/start-embedded-postgres.ts'
import { readEnv } from '../apps/server/src/platform/env.ts'
import { readArguments } from './lib/command.mjs'
import { main } from './lib/operator.ts'

const { words } = readArguments({
  name: 'move-database',
  about:
    'Copies the database into an empty one, for example from the embedded PostgreSQL into one of your own, and compares all tables. Muster must not run meanwhile. The source is not changed (docs/moving.md).',
  words: [
    {
      name: 'target',
      about:
        'postgres://user:password@host/database, or a new data folder for an embedded database with its files',
      required: true,
    },
  ],
  settings: {
    DATA_DIR: 'the data folder (./data), whose embedded database is the source',
    DATABASE_URL: 'the source, if it is a database of your own',
  },
})

await main(async () => {
  const env = readEnv()
  const [target = ''] = words
  const log = (line: string) => console.log(line)
  const isUrl = /^postgres(ql)?:\/\//.test(target)
  if (!isUrl && target.includes('://'))
    throw new Error('The target must be a postgres:// address or a folder.')
  const folder = isUrl ? undefined : resolve(target)
  if (folder) await refuseFolder(folder, env.DATA_DIR)
  const source = await openSource(env)
  try {
    const embedded = folder ? await startEmbeddedPostgres({ dataDir: folder }) : undefined
    try {
      await moveRows({ source: source.url, target: embedded?.url ?? target, afterMigrate, log })
    } finally {
      await embedded?.stop()
    }
    if (folder) await copyFiles(env.DATA_DIR, folder)
  } finally {
    await source.close()
  }
  console.log(
    folder
      ? `Moved database and files. Start Muster with DATA_DIR=${folder}${env.DATABASE_URL ? ' and without DATABASE_URL' : ''}.`
      : `Moved to ${describeAddress(target)}. Set DATABASE_URL to it, keep DATA_DIR (its files are still needed), and start Muster.`,
  )
  console.log(
    'The former database is unchanged: remove it once the new one has a backup, and never start both.',
  )
})

async function openSource({
  DATABASE_URL,
  DATA_DIR,
}: {
  DATABASE_URL?: string | undefined
  DATA_DIR: string
}) {
  if (DATABASE_URL) return { url: DATABASE_URL, close: async () => undefined }
  if (!(await findHome(DATA_DIR))) throw new Error(`There is no database in ${DATA_DIR} yet.`)
  // The embedded database cannot be opened twice, so a running Muster is reported here.
  const postgres = await startEmbeddedPostgres({ dataDir: DATA_DIR })
  return { url: postgres.url, close: () => postgres.stop() }
}

/** Throws if the folder contains anything but an embedded database, or is that of the source. */
async function refuseFolder(folder: string, dataDir: string): Promise<void> {
  if (folder === resolve(dataDir))
    throw new Error('The target is the data folder of the source: name another one.')
  const names = await readdir(folder).catch(() => [])
  const other = names.find(name => !NOT_FILES.includes(name))
  if (other) throw new Error(`The folder ${folder} is not empty (${other}): name a new one.`)
}

async function copyFiles(from: string, to: string): Promise<void> {
  for (const name of await readdir(from))
    if (!NOT_FILES.includes(name)) await cp(join(from, name), join(to, name), { recursive: true })
  await closeDataFolder(to)
}
