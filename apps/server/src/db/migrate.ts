import { join } from 'node:path'
import pg from 'pg'
import { applyFunctions } from './apply-functions.ts'
import { MigrationError } from './migrate-errors.ts'
import { type Migration, readFunctions, readMigrations } from './migrate-files.ts'
import { describeSqlError, MIGRATION_TABLES_SQL, runInTransaction } from './migrate-sql.ts'

/** An arbitrary number that is the same in every Muster sharing the database. */
export const MIGRATION_LOCK_ID = 4_280_001
const MIN_SERVER_VERSION = 150_000

export type MigrateOptions = {
  /** The folder with `migrations/` (tables, forward only) and `functions/` (applied again when a file changes). */
  readonly dir?: string
  readonly log?: (line: string) => void
  /** Runs in its own transaction on every start, after the files have been applied and under the same lock. */
  readonly afterMigrate?: (client: pg.Client) => Promise<void>
}

export type MigrateResult = { readonly version: number; readonly applied: readonly string[] }

/**
 * Brings a database to this program's version. Applies each migration in its own transaction, forward only and on one node at a
 * time, then the current functions, triggers and policies if they have changed. The URL must log in as the owner of all these
 * objects. Throws MigrationError if the server is older than PostgreSQL 15, the database is newer than the program, an applied file
 * was changed, or a file fails (the changes made by earlier files stay).
 */
export async function migrate(databaseUrl: string, options: MigrateOptions = {}): Promise<MigrateResult> {
  const dir = options.dir ?? import.meta.dirname
  const migrations = await readMigrations(join(dir, 'migrations'))
  const functions = await readFunctions(join(dir, 'functions'))
  const client = new pg.Client({ connectionString: databaseUrl, application_name: 'muster-migrate' })
  await client.connect()
  try {
    await assertServerVersion(client)
    // Take a session lock, so that PostgreSQL releases it even if the process is killed.
    await client.query('select pg_advisory_lock($1)', [MIGRATION_LOCK_ID])
    await client.query(MIGRATION_TABLES_SQL)
    const pendingMigrations = await findPendingMigrations(client, migrations)
    for (const migration of pendingMigrations) await applyMigration(client, migration, options.log)
    await applyFunctions(client, functions, { again: pendingMigrations.length > 0, log: options.log })
    const { afterMigrate } = options
    if (afterMigrate) await runInTransaction(client, () => afterMigrate(client))
    return { version: migrations.at(-1)?.version ?? 0, applied: pendingMigrations.map(file => file.name) }
  } finally {
    await client.end()
  }
}

export async function assertServerVersion(client: pg.Client): Promise<void> {
  const { rows } = await client.query<{ number: number; text: string }>(
    `select current_setting('server_version_num')::int as number, current_setting('server_version') as text`,
  )
  const serverVersion = rows[0]
  if (serverVersion && serverVersion.number < MIN_SERVER_VERSION)
    throw new MigrationError(
      'DATABASE_TOO_OLD',
      `DATABASE_URL is PostgreSQL ${serverVersion.text}; Muster needs 15 or newer.`,
    )
}

async function findPendingMigrations(client: pg.Client, files: readonly Migration[]): Promise<Migration[]> {
  const { rows } = await client.query<{ version: number; name: string; checksum: string }>(
    'select version, name, checksum from schema_migrations order by version',
  )
  const newestVersion = files.at(-1)?.version ?? 0
  const newerMigration = rows.findLast(row => row.version > newestVersion)
  if (newerMigration)
    throw new MigrationError(
      'DATABASE_NEWER',
      `The database is newer than this Muster (it has ${newerMigration.name}, this program ends at ${newestVersion}): update the program.`,
    )
  const appliedByVersion = new Map(rows.map(row => [row.version, row]))
  for (const row of rows) {
    const file = files.find(it => it.version === row.version)
    if (file?.checksum !== row.checksum)
      throw new MigrationError(
        'FILE_CHANGED',
        `The migration ${row.name} was changed or removed after this database applied it: restore the file and add a new migration.`,
      )
  }
  return files.filter(file => !appliedByVersion.has(file.version))
}

async function applyMigration(
  client: pg.Client,
  file: Migration,
  log?: (line: string) => void,
): Promise<void> {
  try {
    await runInTransaction(client, async () => {
      await client.query(file.sql)
      await client.query('insert into schema_migrations (version, name, checksum) values ($1, $2, $3)', [
        file.version,
        file.name,
        file.checksum,
      ])
    })
  } catch (error) {
    throw new MigrationError(
      'FILE_FAILED',
      `The migration ${file.name} failed: ${describeSqlError(error, file.sql)}`,
      {
        cause: error,
      },
    )
  }
  log?.(`Applied ${file.name}`)
}
