import { join } from 'node:path'
import pg from 'pg'
import { applyFunctions } from './apply-functions.ts'
import { MigrationError } from './migrate-errors.ts'
import { type Migration, readFunctions, readMigrations } from './migrate-files.ts'
import { describeSqlError, MIGRATION_TABLES_SQL, runInTransaction } from './migrate-sql.ts'
import { findRelease, type LockedMigration, type Release, readReleases } from './releases.ts'

/** An arbitrary number that is the same in every Muster sharing the database. */
export const MIGRATION_LOCK_ID = 4_280_001
const MIN_SERVER_VERSION = 150_000

export type MigrateOptions = {
  /** The folder with `migrations/` (tables, forward only) and `functions/` (applied again when a file changes). */
  readonly dir?: string
  readonly log?: (line: string) => void
  /** The released versions; by default those in `releases/`. */
  readonly releases?: readonly Release[]
  /** Runs under the lock before the first pending migration of a database that has some. Throws to leave it unchanged. */
  readonly beforeUpgrade?: (client: pg.Client, applied: readonly LockedMigration[]) => Promise<unknown>
  /** Returns a sentence on how to go back, for a database that is newer than the program. */
  readonly describeWayBack?: (files: readonly LockedMigration[]) => Promise<string>
  /** Runs in its own transaction on every start, after the files have been applied and under the same lock. */
  readonly afterMigrate?: (client: pg.Client) => Promise<void>
}

export type MigrateResult = { readonly version: number; readonly applied: readonly string[] }

/**
 * Applies each migration in its own transaction, forward only and on one node at a time, then changed functions. The URL must log in
 * as the owner. Throws MigrationError for a server older than PostgreSQL 15, a newer database, one of no release, a changed file, or
 * one that fails (earlier files' changes stay).
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
    const { applied, pendingMigrations } = await comparePrograms(client, migrations, options)
    if (applied.length > 0 && pendingMigrations.length > 0) await options.beforeUpgrade?.(client, applied)
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

type Comparison = {
  /** The migrations that the database has, in order. */
  readonly applied: readonly LockedMigration[]
  readonly pendingMigrations: readonly Migration[]
}

/** Compares the migrations of the database with the files. Throws MigrationError if this program cannot open the database. */
async function comparePrograms(
  client: pg.Client,
  files: readonly Migration[],
  { describeWayBack, releases }: Pick<MigrateOptions, 'describeWayBack' | 'releases'>,
): Promise<Comparison> {
  const { rows } = await client.query<{ version: number; name: string; checksum: string }>(
    'select version, name, checksum from schema_migrations order by version',
  )
  const newestVersion = files.at(-1)?.version ?? 0
  const newerMigration = rows.findLast(row => row.version > newestVersion)
  if (newerMigration) {
    const wayBack = (await describeWayBack?.(files)) ?? ''
    throw new MigrationError(
      'DATABASE_NEWER',
      `The database was upgraded by a newer version of Muster (it has ${newerMigration.name}, this program ends at ${newestVersion}): start that version.${wayBack && ` ${wayBack}`}`,
    )
  }
  const changedRow = rows.find(row => files.find(it => it.version === row.version)?.checksum !== row.checksum)
  if (changedRow) throw createChangedError(changedRow, rows, releases ?? (await readReleases()))
  const appliedVersions = new Set(rows.map(row => row.version))
  return {
    applied: rows.map(({ name, checksum }) => ({ name, checksum })),
    pendingMigrations: files.filter(file => !appliedVersions.has(file.version)),
  }
}

/**
 * Distinguishes a damaged installation, which lacks a file that its release had, from a database that no release has made, which
 * only a developer can have.
 */
function createChangedError(
  changed: LockedMigration,
  applied: readonly LockedMigration[],
  releases: readonly Release[],
): MigrationError {
  const release = findRelease(applied, releases)
  const oldest = releases[0]
  if (release || !oldest)
    return new MigrationError(
      'FILE_CHANGED',
      `The file ${changed.name} of this program is not the one that the database was made with${release ? ` (${release.version} or later)` : ''}: install Muster again from its release. The database was not changed.`,
    )
  return new MigrationError(
    'DATABASE_UNRELEASED',
    `This database was made by a version of Muster before ${oldest.version}, the first release, or by an unreleased one (its ${changed.name} differs), and cannot be upgraded. It was not changed: start the version that made it, or another DATA_DIR or DATABASE_URL to begin anew (UPGRADING.md).`,
  )
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
