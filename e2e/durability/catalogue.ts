import type pg from 'pg'

/** The schemas that the migrations own. The job queue migrates its own schema when it starts. */
const SCHEMAS = `('public', 'auth')`
/** Skips the partitions, which depend on the day they were created. */
const NO_PARTITION = 'not c.relispartition'

/** Selects one line for each part of the schema; two databases with the same lines have the same schema. */
const CATALOGUE_SQL = `
  with tables as (
    select format('%I.%I', n.nspname, c.relname) as name, c.*
    from pg_class c join pg_namespace n on n.oid = c.relnamespace
    where n.nspname in ${SCHEMAS} and ${NO_PARTITION})
  select format('%s %s row security %s %s grants %s', relkind, name, relrowsecurity, relforcerowsecurity,
    (select string_agg(format('%s %s', g.grantee::regrole, privilege_type), ', ' order by g.grantee::regrole::text, privilege_type)
     from aclexplode(relacl) g where g.grantee <> relowner)) as line
  from tables where relkind in ('r', 'p', 'v', 'm', 'S')
  union all
  select format('column %s.%s %s of %s: %s, not null %s, default %s, generated %s%s, grants %s', t.name, a.attname, 
      row_number() over (partition by t.name order by a.attnum), t.relkind,
      format_type(a.atttypid, a.atttypmod), a.attnotnull, pg_get_expr(d.adbin, d.adrelid), a.attgenerated, a.attidentity,
      (select string_agg(format('%s %s', g.grantee::regrole, privilege_type), ', ' order by privilege_type)
       from aclexplode(a.attacl) g where g.grantee <> t.relowner))
  from tables t join pg_attribute a on a.attrelid = t.oid and a.attnum > 0 and not a.attisdropped
    left join pg_attrdef d on d.adrelid = t.oid and d.adnum = a.attnum
  where t.relkind in ('r', 'p', 'v', 'm')
  union all
  -- Versions from 18 also list "not null" as a constraint, which a dump of an older server does not name.
  select format('constraint %s.%s %s', t.name, k.conname, pg_get_constraintdef(k.oid))
  from tables t join pg_constraint k on k.conrelid = t.oid and k.contype <> 'n'
  union all
  select format('index %s', pg_get_indexdef(i.indexrelid))
  from pg_index i join tables t on t.oid = i.indrelid join pg_class c on c.oid = i.indexrelid where ${NO_PARTITION}
  union all
  select format('trigger %s', pg_get_triggerdef(g.oid)) from tables t join pg_trigger g on g.tgrelid = t.oid and not g.tgisinternal
  union all
  select format('policy %s on %s %s %s to %s using %s check %s', polname, t.name, polcmd, polpermissive, polroles::regrole[],
    pg_get_expr(polqual, polrelid), pg_get_expr(polwithcheck, polrelid))
  from tables t join pg_policy p on p.polrelid = t.oid
  union all
  select format('function %s grants %s', pg_get_functiondef(f.oid),
    (select string_agg(format('%s %s', case g.grantee when 0 then 'public' else g.grantee::regrole::text end, privilege_type), ', '
      order by g.grantee) from aclexplode(f.proacl) g where g.grantee <> f.proowner))
  from pg_proc f join pg_namespace n on n.oid = f.pronamespace where n.nspname in ${SCHEMAS} and f.prokind in ('f', 'p')
  union all
  select format('type %s.%s %s: %s %s', n.nspname, typname, typtype,
    (select string_agg(enumlabel, ', ' order by enumsortorder) from pg_enum e where e.enumtypid = y.oid),
    (select string_agg(pg_get_constraintdef(k.oid), ', ' order by conname) from pg_constraint k where k.contypid = y.oid))
  from pg_type y join pg_namespace n on n.oid = y.typnamespace where n.nspname in ${SCHEMAS} and typtype in ('e', 'd')
  union all
  select format('extension %s', extname) from pg_extension
  order by 1`

/** A dump drops the redundant parentheses of a condition, such as those in `(a and b) and c`. */
const withoutParentheses = (line: string) =>
  /^(constraint \S+ CHECK|trigger|policy) /.test(line) ? line.replaceAll(/[()]/g, '') : line

/** Describes the schema of a database: tables, columns, constraints, indexes, triggers, policies, functions, types and grants. */
export async function readCatalogue(client: pg.Client): Promise<string[]> {
  // With an empty search path, PostgreSQL returns fully qualified names.
  await client.query(`set search_path to ''`)
  const { rows } = await client.query<{ line: string }>(CATALOGUE_SQL)
  await client.query('reset search_path')
  return rows.map(row => withoutParentheses(row.line))
}

/** Counts the rows of every table, with its partitions, that the migrations own. */
export async function countRows(client: pg.Client): Promise<Map<string, number>> {
  const { rows: tables } = await client.query<{ name: string }>(
    `select format('%I.%I', n.nspname, c.relname) as name from pg_class c join pg_namespace n on n.oid = c.relnamespace
     where n.nspname in ${SCHEMAS} and ${NO_PARTITION} and c.relkind in ('r', 'p') order by 1`,
  )
  const counts = new Map<string, number>()
  for (const { name } of tables) {
    const { rows } = await client.query<{ count: number }>(`select count(*)::int as count from ${name}`)
    counts.set(name, rows[0]?.count ?? 0)
  }
  return counts
}
