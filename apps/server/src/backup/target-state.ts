import type pg from 'pg'
import { MIGRATION_LOCK_ID } from '../db/migrate.ts'
import { SCHEMAS_SQL } from './portable-contents.ts'
import { PortableError } from './portable-error.ts'

/** Excludes objects of extensions, such as the views of pg_stat_statements. */
const notOfExtension = (catalogue: string, oid: string) =>
  `not exists (select from pg_depend d where d.classid = '${catalogue}'::regclass and d.objid = ${oid} and d.deptype = 'e')`

/** Keeps a Muster from starting on the database while `client` is connected: it waits for this lock. */
export async function lockAgainstStart(client: pg.ClientBase, name: string): Promise<void> {
  const { rows } = await client.query<{ locked: boolean }>('select pg_try_advisory_lock($1) as locked', [
    MIGRATION_LOCK_ID,
  ])
  if (!rows[0]?.locked)
    throw new PortableError(`A Muster is starting on ${name}, or it is being copied already.`)
}

/** Throws PortableError while a Muster is connected to the database of `client`. */
export async function assertNotRunning(client: pg.ClientBase, name: string): Promise<void> {
  const { rows } = await client.query<{ count: number }>(
    `select count(*)::int as count from pg_stat_activity
     where datname = current_database() and application_name ~ '^muster(-jobs|-checks|-feed|-feed-pulse)?$'`,
  )
  if (rows[0] && rows[0].count > 0)
    throw new PortableError(
      `A Muster is running on ${name} (${rows[0].count} connections): stop it on every machine first.`,
    )
}

/**
 * Returns true if the database is empty, and false if it contains a Muster that may be replaced. Throws PortableError if it contains
 * one and `replace` is not set, or anything else.
 */
export async function assertReplaceable(client: pg.ClientBase, replace: boolean): Promise<boolean> {
  const { rows } = await client.query<{ names: string[]; isMuster: boolean; encoding: string }>(
    `select array(
       select c.oid::regclass::text from pg_class c
       where c.relnamespace = any(${SCHEMAS_SQL}) and c.relkind in ('r', 'p', 'v', 'm', 'f', 'S')
         and ${notOfExtension('pg_class', 'c.oid')} order by 1 limit 3) as names,
       to_regclass('public.schema_migrations') is not null as "isMuster",
       current_setting('server_encoding') as encoding`,
  )
  const { names, isMuster, encoding } = rows[0] ?? { names: [], isMuster: false, encoding: 'UTF8' }
  if (encoding !== 'UTF8')
    throw new PortableError(
      `The target is encoded in ${encoding}: create it with "create database … encoding 'UTF8' template template0".`,
    )
  if (names.length === 0) return true
  if (isMuster && replace) return false
  throw new PortableError(
    isMuster
      ? 'The target already contains a Muster: name an empty database.'
      : `The target is not empty (${names.join(', ')}): name an empty database.`,
  )
}

/** Removes everything from the schemas of a Muster, in the client's transaction. */
export async function clearDatabase(client: pg.ClientBase): Promise<void> {
  await client.query(`
    drop schema if exists auth, pgboss cascade;
    do $$
    declare statement text;
    begin
      -- An array, because a cursor would also return objects that were dropped meanwhile.
      foreach statement in array array(
        select format('drop %s if exists %s cascade',
            case relkind when 'v' then 'view' when 'm' then 'materialized view' when 'S' then 'sequence'
              when 'f' then 'foreign table' else 'table' end, c.oid::regclass)
          from pg_class c where relnamespace = 'public'::regnamespace and relkind in ('r', 'p', 'v', 'm', 'f', 'S')
            and ${notOfExtension('pg_class', 'c.oid')}
        union all
        select format('drop routine if exists %s cascade', p.oid::regprocedure)
          from pg_proc p where pronamespace = 'public'::regnamespace and ${notOfExtension('pg_proc', 'p.oid')}
        union all
        select format('drop type if exists %s cascade', t.oid::regtype)
          from pg_type t where typnamespace = 'public'::regnamespace and typtype in ('e', 'd')
            and ${notOfExtension('pg_type', 't.oid')})
      loop
        -- Some objects have already been dropped by a cascade.
        begin execute statement; exception when undefined_table or undefined_function or undefined_object then null; end;
      end loop;
    end $$`)
}
