import type pg from 'pg'

/** A column and what its values must satisfy. */
export type ColumnFacts = {
  readonly name: string
  readonly type: string
  /** True if the column is not null and has no default. */
  readonly required: boolean
  /** The table that the column's single-column foreign key refers to. */
  readonly refersTo: string | null
  /** What happens to rows of the table when a person they refer to, directly or through a membership, is deleted. */
  readonly person: 'removed' | 'nameless' | null
  /** True if rows of the table are deleted with the zone they refer to, directly or through a membership. */
  readonly goesWithZone: boolean
  /** One text that the column's check constraint allows. */
  readonly option: string | null
  readonly mayInsert: boolean
  readonly mayUpdate: boolean
}

/** A table in the database catalogue. Its name includes the schema unless that is `public`. */
export type TableFacts = {
  readonly name: string
  readonly columns: readonly ColumnFacts[]
  /** The verbs granted to the requests' database role, on all or some columns. */
  readonly verbs: readonly Verb[]
  /** True if a foreign key deletes the table's rows with their parent. */
  readonly belongs: boolean
}
export type Verb = 'select' | 'insert' | 'update' | 'delete'

/** Reads all tables and views in the schemas `public` and `auth`, sorted by name, without partitions. */
export async function readTables(pool: Pick<pg.Pool, 'query'>): Promise<TableFacts[]> {
  const { rows } = await pool.query<TableFacts>(`
    with keys as (
      select k.conrelid, own.attnum, k.confrelid, k.confdeltype = 'c' as removes, cardinality(k.conkey) as width,
        k.confrelid in ('user_profiles'::regclass, 'auth.users'::regclass) or other.attname = 'user_id' as person,
        k.confrelid = 'zones'::regclass or other.attname = 'zone_id' as zone
      from pg_constraint k, unnest(k.conkey, k.confkey) as part (own, other)
        join pg_attribute own on own.attnum = part.own
        join pg_attribute other on other.attnum = part.other
      where k.contype = 'f' and own.attrelid = k.conrelid and other.attrelid = k.confrelid),
    columns as (
      select a.attrelid, json_agg(json_build_object(
        'name', a.attname,
        'type', format_type(a.atttypid, null),
        'required', a.attnotnull and not a.atthasdef and a.attidentity = '',
        'refersTo', (select k.confrelid::regclass::text from keys k
          where k.conrelid = a.attrelid and k.attnum = a.attnum and k.width = 1 limit 1),
        'person', (select case when bool_or(k.removes) then 'removed' else 'nameless' end from keys k
          where k.conrelid = a.attrelid and k.attnum = a.attnum and k.person having count(*) > 0),
        'goesWithZone', exists (select from keys k
          where k.conrelid = a.attrelid and k.attnum = a.attnum and k.zone and k.removes),
        'option', (select substring(pg_get_constraintdef(k.oid) from '= ANY \\(ARRAY\\[''([^'']+)''') from pg_constraint k
          where k.contype = 'c' and k.conrelid = a.attrelid and k.conkey = array[a.attnum] limit 1),
        'mayInsert', has_column_privilege('muster_app', a.attrelid, a.attnum, 'insert'),
        'mayUpdate', has_column_privilege('muster_app', a.attrelid, a.attnum, 'update')
      ) order by a.attnum) as columns
      from pg_attribute a where a.attnum > 0 and not a.attisdropped group by 1)
    select case n.nspname when 'public' then c.relname else n.nspname || '.' || c.relname end as name, columns.columns,
      array(select verb from unnest('{select,insert,update,delete}'::text[]) with ordinality as v (verb, place)
        where has_schema_privilege('muster_app', n.oid, 'usage') and case when verb = 'delete' then has_table_privilege('muster_app', c.oid, verb)
          else has_any_column_privilege('muster_app', c.oid, verb) end
        order by place) as verbs,
      exists (select from keys k where k.conrelid = c.oid and k.removes) as belongs
    from pg_class c join pg_namespace n on n.oid = c.relnamespace join columns on columns.attrelid = c.oid
    where n.nspname in ('public', 'auth') and c.relkind in ('r', 'p', 'v', 'm') and not c.relispartition order by 1`)
  return rows
}

/** Returns the column that contains the person a row is about: `user_id`, or else the first column that refers to a person. */
export function findPersonColumn({ columns }: TableFacts): string | null {
  const column = columns.find(it => it.name === 'user_id') ?? columns.find(it => it.person)
  return column?.name ?? null
}

/**
 * Returns an SQL expression for a valid value, judged by the column's check and type alone; undefined if there is none for its
 * type.
 */
export const createSampleValue = ({ type, option }: ColumnFacts): string | undefined =>
  option ? `'${option}'` : sampleValuesByType[type]

const sampleValuesByType: Readonly<Record<string, string>> = {
  bigint: '1',
  boolean: 'true',
  bytea: "sha256(convert_to(gen_random_uuid()::text, 'UTF8'))",
  date: 'current_date',
  'double precision': '1',
  integer: '1',
  jsonb: "'{}'",
  smallint: '1',
  'smallint[]': "'{1}'",
  text: 'gen_random_uuid()',
  'text[]': "'{zone.deleted}'",
  'time without time zone': "'08:00'",
  'timestamp with time zone': "now() + interval '1 hour'",
  uuid: 'uuid_v7()',
}
