import { createHash } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import type pg from 'pg'
import { MigrationError } from './migrate-errors.ts'
import type { SqlFile } from './migrate-files.ts'
import { describeSqlError, runInTransaction } from './migrate-sql.ts'

/** Other nodes keep working while this one starts, so each attempt waits only briefly for its locks and is then retried. */
const LOCK_TIMEOUT = '2s'
const MAX_ATTEMPTS = 20
/** lock_not_available and deadlock_detected, which are worth a retry. */
const lockConflictCodes = new Set(['55P03', '40P01'])

/**
 * Drops everything the previous files created and runs each file, in one transaction, so the files can use plain `create …`. Does
 * nothing while they are unchanged, unless `again`: after a migration a table may be new.
 */
export async function applyFunctions(
  client: pg.Client,
  files: readonly SqlFile[],
  options: { readonly again: boolean; readonly log: ((line: string) => void) | undefined },
): Promise<void> {
  const { rows } = await client.query<{ checksum: string; removal: string[] }>(
    'select checksum, removal from schema_functions',
  )
  const lastApplied = rows[0]
  if (lastApplied?.checksum === toChecksum(files) && !options.again) return
  for (let attempt = 1; ; attempt++) {
    try {
      await runInTransaction(client, () => replaceFunctions(client, files, lastApplied?.removal ?? []))
      break
    } catch (error) {
      if (attempt === MAX_ATTEMPTS || !lockConflictCodes.has((error as { code?: string }).code ?? ''))
        throw error
      await sleep(500)
    }
  }
  options.log?.('Applied the functions, triggers and policies')
}

/** Objects that the same transaction created before count as created by the files, unless that was in a savepoint. */
export async function replaceFunctions(
  client: pg.Client,
  files: readonly SqlFile[],
  removal: readonly string[],
): Promise<void> {
  await client.query(`set local lock_timeout = '${LOCK_TIMEOUT}'`)
  for (const statement of removal) await client.query(statement)
  if (files.length > 0) await client.query('revoke all on all tables in schema public from muster_app')
  for (const file of files) await applyFile(client, file)
  // With an empty search path, the catalogue returns fully qualified names.
  await client.query(`set local search_path to ''`)
  await client.query(
    `insert into public.schema_functions (checksum, removal) values ($1, array(${FUNCTION_OBJECTS_SQL}))
     on conflict (one_row) do update
       set checksum = excluded.checksum, removal = excluded.removal, applied_at = now()`,
    [toChecksum(files)],
  )
}

const toChecksum = (files: readonly SqlFile[]) =>
  createHash('sha256')
    .update(files.map(file => `${file.name} ${file.checksum}\n`).join(''))
    .digest('hex')

async function applyFile(client: pg.Client, file: SqlFile): Promise<void> {
  try {
    await client.query(file.sql)
  } catch (error) {
    if (lockConflictCodes.has((error as { code?: string }).code ?? '')) throw error
    throw new MigrationError(
      'FILE_FAILED',
      `The file functions/${file.name} failed: ${describeSqlError(error, file.sql)}`,
      { cause: error },
    )
  }
}

/** Drops what this transaction created, recognised by `xmin` of the catalogue rows, which names their transaction. */
const FUNCTION_OBJECTS_SQL = `
  with here as (select pg_current_xact_id()::xid as xid)
  select statement from (
    select 1 as step, format('drop policy if exists %I on %s', polname, polrelid::regclass) as statement
    from pg_policy p, here where p.xmin = here.xid
    union all
    select 2, format('drop trigger if exists %I on %s', tgname, tgrelid::regclass)
    from pg_trigger t, here where t.xmin = here.xid and not tgisinternal and tgparentid = 0
    union all
    select 3, format('drop function if exists %s', p.oid::regprocedure)
    from pg_proc p, here where p.xmin = here.xid and p.pronamespace <> 'pg_catalog'::regnamespace
  ) made order by step, statement`
