import { join } from 'node:path'
import pg from 'pg'
import { readMigrations } from '../../db/migrate-files.ts'
import { CommandError } from './command-line.ts'
import { readAppliedMigrations } from './installation.queries.ts'

const migrationsFolder = join(import.meta.dirname, '..', '..', 'db', 'migrations')

export type MigrationState = { readonly applied: number; readonly pending: number; readonly newer: number }

/** Compares the migrations of a database with those of this program. */
export async function readMigrationState(client: Pick<pg.Client, 'query'>): Promise<MigrationState> {
  const versions = new Set((await readMigrations(migrationsFolder)).map(({ version }) => version))
  const applied = await readAppliedMigrations(client)
  const known = applied.filter(version => versions.has(version))
  return {
    applied: known.length,
    pending: versions.size - known.length,
    newer: applied.length - known.length,
  }
}

/** Throws CommandError unless the database is of exactly this program's version. */
export async function requireMigrated(url: string): Promise<void> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 10_000 })
  await client.connect()
  try {
    const { pending, newer } = await readMigrationState(client)
    if (newer > 0)
      throw new CommandError('The database is newer than this Muster: run the command of the newer version.')
    if (pending > 0)
      throw new CommandError(
        'The database is empty or of an earlier version: start this Muster once, which migrates it.',
      )
  } finally {
    await client.end()
  }
}
