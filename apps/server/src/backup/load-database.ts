import pg from 'pg'
import { getConstructionPlans } from 'pg-boss'
import { replaceFunctions } from '../db/apply-functions.ts'
import { copyIn } from '../db/copy-rows.ts'
import { assertServerVersion } from '../db/migrate.ts'
import { type Migration, readFunctions, readMigrations } from '../db/migrate-files.ts'
import { MIGRATION_TABLES_SQL, runInTransaction } from '../db/migrate-sql.ts'
import { createPartition } from '../db/partitions/create-partitions.ts'
import {
  listTables,
  type PortableContents,
  preparePortableSession,
  readFigures,
  toColumnList,
} from './portable-contents.ts'
import { PortableError } from './portable-error.ts'
import { resumeChecks, suspendChecks } from './suspend-checks.ts'
import { assertNotRunning, assertReplaceable, clearDatabase, lockAgainstStart } from './target-state.ts'

type TableColumns = { readonly name: string; readonly columns: readonly string[] }

export type LoadOptions = {
  /** A connection as the owner of the target. */
  readonly client: pg.Client
  readonly contents: PortableContents
  /** Reads the rows of a table as COPY text; called once for each table, in the order of `contents`. */
  readonly readRows: (table: TableColumns) => AsyncIterable<Buffer>
  /** Inserts the rows of a table if `readRows` reads another form. */
  readonly insertRows?: (table: TableColumns, rows: AsyncIterable<Buffer>) => Promise<void>
  /** True to remove the Muster that the target already contains. */
  readonly replace?: boolean
  /** Does what a start does after migrating: writes permissions, the login for requests and partitions. */
  readonly afterMigrate: (client: pg.Client) => Promise<void>
  /** Runs last in the transaction, once all tables were compared. */
  readonly beforeCommit?: (client: pg.Client) => Promise<void>
  readonly log: (line: string) => void
}

/**
 * Loads in one transaction: our own migrations to the source's version, then rows, sequences and partitions. Commits only if every
 * table equals the source. Needs no superuser. Throws PortableError or MigrationError.
 */
export async function loadDatabase(options: LoadOptions): Promise<void> {
  const { client, contents, log } = options
  const files = await readMigrations(new URL('../db/migrations', import.meta.url).pathname)
  const migrations = findMigrations(files, contents)
  await assertServerVersion(client)
  await lockAgainstStart(client, 'the target')
  await preparePortableSession(client)
  await assertNotRunning(client, 'the target')
  await runInTransaction(client, async () => {
    const isEmpty = await assertReplaceable(client, options.replace === true)
    if (!isEmpty) await clearDatabase(client)
    await createSchema(client, migrations)
    const hasQueue = await createQueue(client, contents, log)
    const foreignKeys = await suspendChecks(client)
    await removeRowsOfMigrations(client)
    for (const { table, ...partition } of contents.partitions) await createPartition(client, table, partition)
    const tables = contents.tables.filter(table => hasQueue || !table.name.startsWith('pgboss.'))
    await assertSameColumns(client, tables)
    for (const table of contents.tables) {
      const rows = options.readRows(table)
      if (!tables.includes(table)) for await (const _ of rows);
      else if (options.insertRows) await options.insertRows(table, rows)
      else await copyIn(client, `copy ${table.name} (${toColumnList(table.columns)}) from stdin`, rows)
    }
    for (const { name, lastValue, isCalled } of contents.sequences)
      await client.query('select setval(to_regclass($1), $2, $3)', [name, lastValue, isCalled])
    await resumeChecks(client, foreignKeys)
    await compareTables(client, tables)
    log(`${tables.length} tables with ${tables.reduce((sum, { rows }) => sum + rows, 0)} rows are equal`)
    // An older source gets the remaining migrations and the functions from the next start, as after every update.
    if (migrations.length === files.length) {
      await replaceFunctions(
        client,
        await readFunctions(new URL('../db/functions', import.meta.url).pathname),
        [],
      )
      await client.query('set local search_path to default')
      await options.afterMigrate(client)
    }
    await options.beforeCommit?.(client)
  }).catch(error => {
    throw describeLoadError(error)
  })
  // Without statistics, the first queries would read whole tables. The rows are committed, so a failure is none of the load.
  await client.query('analyze').catch(() => undefined)
}

/** Returns the files that the source applied. Throws PortableError if this program does not have all of them. */
function findMigrations(files: readonly Migration[], contents: PortableContents): Migration[] {
  return contents.migrations.map(({ version, name, checksum }) => {
    const file = files.find(it => it.version === version)
    if (file?.checksum === checksum) return file
    throw new PortableError(
      version > (files.at(-1)?.version ?? 0)
        ? `The source is newer than this Muster (it has ${name}): update the program first.`
        : `The source has ${name} in a form that this Muster does not know: use the Muster that it belongs to.`,
    )
  })
}

/** Applies each migration in a savepoint, so that the functions created later are told apart from it. */
async function createSchema(client: pg.Client, migrations: readonly Migration[]): Promise<void> {
  await client.query(MIGRATION_TABLES_SQL)
  for (const { name, sql } of migrations) {
    await client.query('savepoint migration')
    await client.query(sql).catch(error => {
      throw new PortableError(`The migration ${name} failed on the target: ${error.message}`, {
        cause: error,
      })
    })
    await client.query('release savepoint migration')
  }
}

/** Creates the job queue's schema if it has the source's version; otherwise the next start creates an empty queue. */
async function createQueue(
  client: pg.Client,
  { queueVersion, tables }: PortableContents,
  log: (line: string) => void,
): Promise<boolean> {
  if (queueVersion === null) return false
  await client.query('savepoint queue')
  // The library's statements are a transaction of their own, which ours must not end.
  await client.query(
    getConstructionPlans('pgboss')
      .replace(/^\s*BEGIN;[^;]*;[^;]*;/, '')
      .replace(/COMMIT;\s*$/, ''),
  )
  const { rows } = await client.query<{ version: number }>('select version from pgboss.version')
  const isSame = rows[0]?.version === queueVersion
  if (!isSame) await client.query('rollback to savepoint queue')
  await client.query('release savepoint queue')
  if (isSame) return true
  const jobs = tables.find(({ name }) => name === 'pgboss.job')?.rows ?? 0
  log(`The ${jobs} entries of the job queue are left out: it is of another version`)
  return false
}

/** The migrations inserted few rows, and truncating all tables would take ten times as long as deleting those. */
async function removeRowsOfMigrations(client: pg.Client): Promise<void> {
  const tables = await listTables(client)
  await client.query(tables.map(({ name }) => `delete from ${name}`).join(';'))
}

async function assertSameColumns(client: pg.Client, tables: PortableContents['tables']): Promise<void> {
  const actual = new Map((await listTables(client)).map(({ name, columns }) => [name, columns.join()]))
  const other = tables.find(({ name, columns }) => actual.get(name) !== columns.join())
  if (other)
    throw new PortableError(
      `The table ${other.name} is not one that Muster created, or has other columns: remove it from the source or ask for help.`,
    )
}

async function compareTables(client: pg.Client, tables: PortableContents['tables']): Promise<void> {
  for (const { name, columns, rows, hash } of tables) {
    const actual = await readFigures(client, name, columns)
    if (actual.rows !== rows)
      throw new PortableError(
        `The table ${name} has ${actual.rows} rows instead of ${rows}: nothing was kept.`,
      )
    if (actual.hash !== hash)
      throw new PortableError(`The rows of the table ${name} differ from the source: nothing was kept.`)
  }
}

function describeLoadError(error: unknown): unknown {
  const isLost =
    error instanceof Error &&
    /not queryable|^Connection terminated|ECONNRESET|EPIPE|^terminating connection/.test(error.message)
  if (isLost)
    return new PortableError('The connection to a database was lost. The target is as it was before.', {
      cause: error,
    })
  if (!(error instanceof pg.DatabaseError)) return error
  const advice: Record<string, string> = {
    53200: 'raise max_locks_per_transaction on the target, because all is one transaction',
    53100: 'the disk of the target is full',
    42501: 'the account needs CREATEROLE and must own the database',
  }
  const hint = advice[error.code ?? '']
  return new PortableError(
    `The target refused: ${error.message}${hint ? ` (${hint})` : ''}. It is as it was before.`,
    {
      cause: error,
    },
  )
}
