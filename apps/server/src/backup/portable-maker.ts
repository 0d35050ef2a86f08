import { rm } from 'node:fs/promises'
import { afterMigrate } from '../db/after-migrate.ts'
import { startEmbeddedPostgres } from '../db/embedded/start-embedded-postgres.ts'
import type { BackupMaker, OpenBackup } from './backup-maker.ts'
import { type PortableSource, readPortableEntries } from './portable-entries.ts'
import { readPortableFolder, restorePortableBackup } from './portable-restore.ts'
import { readDatabaseBytes } from './raw-backup.ts'
import { writeEntry } from './restore-files.ts'

/** The stored files, which the backup service copies by itself, each only once. */
const STORED_FILES = 'files'

type Source = {
  readonly dataDir: string
  readonly databaseUrl: string
  /** The bucket of the stored files, named to the person who restores. */
  readonly bucket: string | undefined
}

/** Creates the maker for a database of one's own, which needs no tools of PostgreSQL. */
export const createPortableMaker = ({ databaseUrl, ...source }: Source): BackupMaker => ({
  form: 'portable',
  // Rows may need more space as text than in the database.
  estimateBytes: async () => 2 * (await readDatabaseBytes(databaseUrl)),
  make: (folder, signal) =>
    writePortableFolder({ ...source, database: databaseUrl, without: [STORED_FILES] }, folder, signal),
})

/** Writes a portable backup as a folder, which `readPortableFolder` reads. */
export async function writePortableFolder(
  source: PortableSource,
  folder: string,
  signal?: AbortSignal,
): Promise<void> {
  for await (const entry of readPortableEntries(source)) {
    signal?.throwIfAborted()
    await writeEntry(folder, entry.path, entry)
  }
}

/** Restores a portable backup into an empty embedded database, comparing every table with the backup; closing removes it. */
export const openPortable: OpenBackup = async (folder, dataDir) => {
  const postgres = await startEmbeddedPostgres({ dataDir, settings: { shared_buffers: '16MB' } })
  const close = async () => {
    await postgres.stop()
    await rm(postgres.home, { recursive: true, force: true })
    await rm(dataDir, { recursive: true, force: true })
  }
  try {
    await restorePortableBackup({
      entries: readPortableFolder(folder),
      database: postgres.url,
      dataDir: undefined,
      replace: false,
      afterMigrate,
      log: () => undefined,
    })
    return { url: postgres.url, close }
  } catch (error) {
    await close()
    throw error
  }
}
