-- Lists every product table that lacks row-level security or a policy. Partitions need no policy of their own: queries go through
-- the parent table, whose policies apply, and a direct query returns no rows.
create function audit_rls_compliance() returns table (schema_name text, table_name text, problem text)
language sql stable security definer set search_path = pg_catalog, pg_temp as $$
  select n.nspname::text, c.relname::text,
    case when not c.relrowsecurity then 'rls_disabled' else 'no_policy' end
  from pg_class c join pg_namespace n on n.oid = c.relnamespace
  where c.relkind in ('r', 'p') and n.nspname in ('public', 'auth')
    and (not c.relrowsecurity or (not c.relispartition and not exists (select from pg_policy p where p.polrelid = c.oid)))
  order by 1, 2
$$;
