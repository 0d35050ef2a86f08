import type pg from 'pg'

/** The table as the catalogue has it: schema-qualified unless it is in `public`. */
export type TableFacts = {
  readonly name: string
  readonly columns: readonly string[]
  /** The columns with a foreign key to a person, directly or through a membership, and what deleting that person does to the row. */
  readonly people: Readonly<Record<string, 'removed' | 'nameless'>>
}

/** All tables without their partitions, in the order of their names. */
export async function readTables(pool: Pick<pg.Pool, 'query'>): Promise<TableFacts[]> {
  const { rows } = await pool.query<TableFacts>(`
    with people as (
      select k.conrelid as relation, own.attname as name, case when bool_or(k.confdeltype = 'c') then 'removed' else 'nameless' end as fate
      from pg_constraint k, unnest(k.conkey, k.confkey) as part (own, other)
        join pg_attribute own on own.attnum = part.own
        join pg_attribute other on other.attnum = part.other
      where k.contype = 'f' and own.attrelid = k.conrelid and other.attrelid = k.confrelid
        and (k.confrelid in ('user_profiles'::regclass, 'auth.users'::regclass) or other.attname = 'user_id')
      group by 1, 2)
    select case n.nspname when 'public' then c.relname else n.nspname || '.' || c.relname end as name,
      array(select a.attname::text from pg_attribute a
        where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped order by a.attnum) as columns,
      coalesce((select json_object_agg(name, fate order by name) from people where relation = c.oid), '{}') as people
    from pg_class c join pg_namespace n on n.oid = c.relnamespace
    where n.nspname in ('public', 'auth') and c.relkind in ('r', 'p') and not c.relispartition order by 1`)
  return rows
}
