import type pg from 'pg'
import type { PartitionedTable } from '../db/partitions/partitions.ts'
import { listPartitions, partitionedTables } from '../db/partitions/partitions.ts'
import { PortableError } from './portable-error.ts'

/** The schemas whose rows are copied: Muster's own and that of the job queue, which holds waiting mail. */
const SCHEMAS = ['public', 'auth', 'pgboss']
/** The same schemas as an SQL array of namespaces. */
export const SCHEMAS_SQL = `array(select oid from pg_namespace where nspname in ('public', 'auth', 'pgboss'))`

/**
 * Not copied: what the target's program creates itself (functions, its own login) and the job queue's statistics, log and list of
 * index builds.
 */
const LEFT_OUT = [
  'public.app_login',
  'public.schema_functions',
  'pgboss.queue_stats',
  'pgboss.warning',
  'pgboss.bam',
]

/** The columns with values of their own, and figures of the rows: equal figures mean equal rows, in any order. */
export type PortableTable = {
  /** With its schema, for example `public.zones`. */
  readonly name: string
  readonly columns: readonly string[]
  readonly rows: number
  readonly hash: string
}

/** The contents of a database, apart from the rows themselves. */
export type PortableContents = {
  readonly migrations: readonly { version: number; name: string; checksum: string }[]
  /** The version of the job queue's schema; null if there is none. */
  readonly queueVersion: number | null
  readonly partitions: readonly { table: PartitionedTable; name: string; begin: number; end: number }[]
  readonly sequences: readonly { name: string; lastValue: string; isCalled: boolean }[]
  readonly tables: readonly PortableTable[]
}

/** Makes the text form of rows the same on every server, and turns off timeouts that would end a long copy. */
export const preparePortableSession = (client: pg.ClientBase) =>
  client.query(
    `set datestyle = 'ISO, YMD'; set timezone = 'UTC'; set intervalstyle = 'postgres'; set bytea_output = 'hex';
     set extra_float_digits = 1; set statement_timeout = 0; set lock_timeout = 0;
     set idle_in_transaction_session_timeout = 0; set row_security = off`,
  )

/** Reads all tables but those for which `without` is true. Throws PortableError if this is no database of Muster. */
export async function readContents(
  client: pg.ClientBase,
  { without }: { readonly without?: (table: string) => boolean } = {},
): Promise<PortableContents> {
  const { rows: facts } = await client.query<{ encoding: string; isMuster: boolean; hasQueue: boolean }>(
    `select current_setting('server_encoding') as encoding, to_regclass('public.schema_migrations') is not null as "isMuster",
       to_regclass('pgboss.version') is not null as "hasQueue"`,
  )
  if (!facts[0]?.isMuster)
    throw new PortableError('There is no Muster in this database: it has no schema_migrations.')
  if (facts[0].encoding !== 'UTF8')
    throw new PortableError(`The database is encoded in ${facts[0].encoding}: Muster needs UTF8.`)
  const { rows: migrations } = await client.query<PortableContents['migrations'][number]>(
    'select version, name, checksum from public.schema_migrations order by version',
  )
  const { rows: queue } = facts[0].hasQueue
    ? await client.query<{ version: number }>('select version from pgboss.version')
    : { rows: [] }
  const tables: PortableTable[] = []
  for (const { name, columns } of await listTables(client))
    if (!without?.(name)) tables.push({ name, columns, ...(await readFigures(client, name, columns)) })
  return {
    migrations,
    queueVersion: queue[0]?.version ?? null,
    partitions: await listAllPartitions(client),
    sequences: await listSequences(client),
    tables,
  }
}

/** Counts the rows of a table and sums up the first 120 bits of their SHA-256, as every version of PostgreSQL computes it. */
export async function readFigures(
  client: pg.ClientBase,
  name: string,
  columns: readonly string[],
): Promise<{ rows: number; hash: string }> {
  const { rows } = await client.query<{ rows: string | number; hash: string }>(
    `select count(*) as rows, coalesce(sum(('x' || left(hash, 15))::bit(60)::bigint), 0)::text || '-' ||
       coalesce(sum(('x' || substr(hash, 16, 15))::bit(60)::bigint), 0)::text as hash
     from (select encode(sha256(convert_to(row(${toColumnList(columns)})::text, 'UTF8')), 'hex') as hash from ${name}) it`,
  )
  return { rows: Number(rows[0]?.rows), hash: rows[0]?.hash ?? '' }
}

export const toColumnList = (columns: readonly string[]) =>
  columns.map(column => `"${column.replaceAll('"', '""')}"`).join(', ')

/** Lists the tables with the columns that have values of their own. Partitions count as their table, generated columns are left out. */
export async function listTables(client: pg.ClientBase): Promise<{ name: string; columns: string[] }[]> {
  const { rows } = await client.query<{ name: string; columns: string[] }>(
    `select format('%I.%I', n.nspname, c.relname) as name, (
       select array_agg(a.attname::text order by a.attname) from pg_attribute a
       where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped and a.attgenerated = '') as columns
     from pg_class c join pg_namespace n on n.oid = c.relnamespace
     where c.relkind in ('r', 'p') and not c.relispartition and n.nspname = any($1)
       and not (format('%I.%I', n.nspname, c.relname) = any($2))
       and not exists (select from pg_depend d where d.objid = c.oid and d.classid = 'pg_class'::regclass and d.deptype = 'e')
     order by 1`,
    [SCHEMAS, LEFT_OUT],
  )
  return rows
}

async function listAllPartitions(client: pg.ClientBase): Promise<PortableContents['partitions']> {
  const partitions = []
  for (const table of Object.keys(partitionedTables) as PartitionedTable[])
    for (const partition of await listPartitions(client, table)) partitions.push({ table, ...partition })
  return partitions
}

async function listSequences(client: pg.ClientBase): Promise<PortableContents['sequences']> {
  const { rows: names } = await client.query<{ name: string }>(
    `select format('%I.%I', schemaname, sequencename) as name from pg_sequences where schemaname = any($1) order by 1`,
    [SCHEMAS],
  )
  const sequences = []
  for (const { name } of names) {
    const { rows } = await client.query<{ lastValue: string; isCalled: boolean }>(
      `select last_value::text as "lastValue", is_called as "isCalled" from ${name}`,
    )
    if (rows[0]) sequences.push({ name, ...rows[0] })
  }
  return sequences
}
