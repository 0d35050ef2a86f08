import type pg from 'pg'

/**
 * What PostgreSQL lets everybody call and no request of ours needs: locks by number (the feed, the security log and migrations
 * stand on them), large objects and messages in the write-ahead log (both are kept on disk), the ends of other connections.
 */
const closed = `proname ~ '^pg_(try_)?advisory_' or proname ~ '^(lo_|lowrite|loread)'
  or proname in ('pg_logical_emit_message', 'pg_cancel_backend', 'pg_terminate_backend')`

/**
 * Takes from `muster_app` what everybody may do in a database: temporary tables, and those functions. Called by the owner at
 * every start. The functions belong to the server: only a superuser may change them, elsewhere they stay as they are.
 */
export async function closeToRequests(client: pg.Client | pg.PoolClient): Promise<void> {
  const { rows } = await client.query<{ isSuperuser: boolean; ownsDatabase: boolean }>(
    `select rolsuper as "isSuperuser", pg_has_role(d.datdba, 'usage') as "ownsDatabase"
     from pg_roles r, pg_database d where r.rolname = current_user and d.datname = current_database()`,
  )
  const { isSuperuser = false, ownsDatabase = false } = rows[0] ?? {}
  if (isSuperuser || ownsDatabase) await client.query(closeTemporary)
  if (isSuperuser) await client.query(closeFunctions)
}

const closeTemporary = `do $$ begin
  if has_database_privilege('muster_app', current_database(), 'temporary') then
    execute format('revoke temporary on database %I from public', current_database());
  end if;
end $$`

const closeFunctions = `do $$
declare
  open_function regprocedure;
begin
  for open_function in select oid::regprocedure from pg_catalog.pg_proc
    where pronamespace = 'pg_catalog'::regnamespace and (${closed}) and has_function_privilege('muster_app', oid, 'execute')
  loop
    execute format('revoke execute on function %s from public', open_function);
  end loop;
end $$`
