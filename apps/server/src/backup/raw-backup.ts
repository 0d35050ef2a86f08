import { cp, mkdir, readdir, rm, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import pg from 'pg'
import { findRunning } from '../db/embedded/find-running.ts'
import { findHome } from '../db/embedded/place.ts'
import { restoreCluster } from '../db/embedded/restore-cluster.ts'
import { startEmbeddedPostgres } from '../db/embedded/start-embedded-postgres.ts'
import { BackupError } from './backup-error.ts'
import { type BackupMaker, type OpenBackup, TABLES_FILE } from './backup-maker.ts'
import { copyEmbeddedDatabase, dumpDatabase } from './copy-database.ts'
import { writeManifest } from './raw-manifest.ts'
import { readTableFigures } from './table-figures.ts'

/** Not copied: the database (copied separately), the file with its location, the running server's lock, and earlier backups. */
const NOT_FILES = ['postgres', 'postgres-location.json', 'muster.lock', 'backups']
/** The stored files, which the backup service copies by itself, each only once. */
const STORED_FILES = 'files'

type Source = {
  readonly dataDir: string
  /** The address of one's own database; undefined for the embedded one. */
  readonly databaseUrl: string | undefined
  /** The bucket of the stored files, named to the person who restores. */
  readonly bucket: string | undefined
}

/**
 * Writes the database in its raw form and the data folder's files into a folder, as `npm run restore` reads it. The manifest comes
 * last, because a folder without it is no backup.
 */
export async function writeRawBackup(
  { dataDir, databaseUrl, bucket }: Source,
  folder: string,
  options: { readonly withoutStoredFiles?: boolean } = {},
): Promise<void> {
  const home = databaseUrl ? undefined : await findHome(dataDir)
  if (!databaseUrl && !home) throw new BackupError(`There is no database in ${dataDir} yet.`)
  if (databaseUrl) await dumpDatabase(databaseUrl, folder)
  else if (home) await copyEmbedded(dataDir, home, folder)
  await copyDataFiles(dataDir, join(folder, 'files'), options.withoutStoredFiles ? [STORED_FILES] : [])
  await writeManifest(folder, {
    kind: databaseUrl ? 'dump' : 'cluster',
    platform: `${process.platform}-${process.arch}`,
    takenAt: new Date().toISOString(),
    bucket,
  })
}

/** Starts each copy once in a place of its own, to prove that it starts and to record the figures of its tables. */
export const createClusterMaker = (source: Omit<Source, 'databaseUrl'>): BackupMaker => ({
  form: 'cluster',
  async estimateBytes() {
    const home = await findHome(source.dataDir)
    const url = home && (await findRunning(home))
    return url ? 2 * (await readDatabaseBytes(url)) : 0
  },
  async make(folder) {
    await writeRawBackup({ ...source, databaseUrl: undefined }, folder, { withoutStoredFiles: true })
    const trialDir = `${folder}.trial`
    const trial = await openCluster(folder, trialDir)
    try {
      await withClient(trial.url, client => writeTables(folder, client))
    } finally {
      await trial.close()
    }
  },
})

/** Starts the cluster of a backup in a new data folder; closing removes it. */
export const openCluster: OpenBackup = async (folder, dataDir) => {
  await mkdir(dataDir, { mode: 0o711 })
  const remove = async () => {
    // If Muster runs as root, the database may be outside the folder.
    const home = await findHome(dataDir).catch(() => undefined)
    if (home) await rm(home, { recursive: true, force: true })
    await rm(dataDir, { recursive: true, force: true })
  }
  try {
    await restoreCluster({
      dataDir,
      cluster: join(folder, 'cluster'),
      password: join(folder, 'password'),
      replace: false,
      log: () => undefined,
    })
    const postgres = await startEmbeddedPostgres({ dataDir, settings: { shared_buffers: '16MB' } })
    return { url: postgres.url, close: () => postgres.stop().finally(remove) }
  } catch (error) {
    await remove()
    throw error
  }
}

async function writeTables(folder: string, client: pg.Client): Promise<void> {
  await writeFile(join(folder, TABLES_FILE), JSON.stringify(await readTableFigures(client)))
}

export async function withClient<T>(url: string, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client({ connectionString: url })
  client.on('error', () => undefined)
  await client.connect()
  try {
    return await work(client)
  } finally {
    await client.end()
  }
}

export const readDatabaseBytes = (url: string) =>
  withClient(url, async client => {
    const { rows } = await client.query<{ bytes: string | number }>(
      'select pg_database_size(current_database()) as bytes',
    )
    return Number(rows[0]?.bytes ?? 0)
  })

/** Copies the embedded database from its running server. If it is not running, starts it for the duration of the copy. */
async function copyEmbedded(dataDir: string, home: string, folder: string): Promise<void> {
  const running = await findRunning(home)
  const own = running ? undefined : await startEmbeddedPostgres({ dataDir })
  try {
    await copyEmbeddedDatabase(running ?? own?.url ?? '', home, folder)
  } finally {
    await own?.stop()
  }
}

/** Copies the files after the database, because a file without a row is harmless, but a row without its file is not. */
async function copyDataFiles(dataDir: string, target: string, alsoWithout: readonly string[]): Promise<void> {
  await mkdir(target, { mode: 0o700 })
  const exists = await stat(dataDir).then(
    () => true,
    () => false,
  )
  for (const name of exists ? await readdir(dataDir) : [])
    if (![...NOT_FILES, ...alsoWithout].includes(name))
      await cp(join(dataDir, name), join(target, name), { recursive: true })
}
