-- Lists every table of the product without row-level security or without a policy, read from the database catalogue. Partitions are
-- reached through their table, whose policies apply; read directly they show nothing, because they have row-level security and no
-- policy.
create function audit_rls_compliance() returns table (schema_name text, table_name text, problem text)
language sql stable security definer set search_path = pg_catalog, pg_temp as $$
  select n.nspname::text, c.relname::text,
    case when not c.relrowsecurity then 'rls_disabled' else 'no_policy' end
  from pg_class c join pg_namespace n on n.oid = c.relnamespace
  where c.relkind in ('r', 'p') and n.nspname in ('public', 'auth')
    and (not c.relrowsecurity or (not c.relispartition and not exists (select from pg_policy p where p.polrelid = c.oid)))
  order by 1, 2
$$;
