import { execFile } from 'node:child_process'
import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import pg from 'pg'
import { inject } from 'vitest'
import { afterMigrate } from '../../after-migrate.ts'
import { migrate } from '../../migrate.ts'
import { DATABASE } from '../cluster.ts'
import { withDatabase } from '../connection-url.ts'
import { startEmbeddedPostgres } from '../start-embedded-postgres.ts'

declare module 'vitest' {
  interface ProvidedContext {
    /** The home of a cluster that was created, migrated and shut down, for tests to copy. */
    initialisedHome: string
  }
}

/** Creates one cluster with a migrated database for a whole run, because initdb and the migrations take seconds and a copy a moment. */
export async function initialiseFolder(): Promise<{ home: string; remove: () => Promise<void> }> {
  const folder = await mkdtemp(join(tmpdir(), 'muster-initialised-'))
  // If the tests run as root, the server runs under another account, which must be able to pass through the folder.
  await chmod(folder, 0o755)
  const postgres = await startEmbeddedPostgres({
    dataDir: folder,
    // Little log, because every test copies it.
    settings: { fsync: 'off', full_page_writes: 'off', max_wal_size: '8MB', min_wal_size: '8MB' },
  })
  try {
    await migrate(postgres.url, { afterMigrate })
  } finally {
    await postgres.stop()
  }
  return { home: postgres.home, remove: () => rm(folder, { recursive: true, force: true }) }
}

/** Copies the cluster of the run into a data folder, as if it had been created, migrated and shut down there. */
export async function copyInitialisedFolder(
  dataDir: string,
  home = inject('initialisedHome'),
): Promise<void> {
  // A cluster must keep its owner and permissions, and Node's own copy does not keep the owner.
  await promisify(execFile)('cp', ['-a', home, join(dataDir, 'postgres')])
  // Each cluster must find its own free port.
  await rm(join(dataDir, 'postgres', 'port'), { force: true })
}

/** Replaces the migrated database of a copied cluster by an empty one. */
export async function emptyDatabase(url: string): Promise<void> {
  const client = new pg.Client({ connectionString: withDatabase(url, 'postgres') })
  await client.connect()
  await client.query(`drop database ${DATABASE}`)
  await client.query(`create database ${DATABASE}`)
  await client.end()
}
