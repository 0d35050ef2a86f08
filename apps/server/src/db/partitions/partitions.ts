import type pg from 'pg'

/**
 * Partitioned by time (UTC), with each partition's unique keys: by day what grows quickly and stays for weeks, by month what stays
 * for years, because a query without a time scans every partition.
 */
export const partitionedTables = {
  position_checks: { by: 'captured_at', each: 'day', ahead: 2, keys: ['id, zone_id'] },
  feed_events: { by: 'created_at', each: 'day', ahead: 2, keys: ['seq'] },
  security_events: { by: 'created_at', each: 'month', ahead: 1, keys: ['id', 'number'] },
} as const satisfies Record<
  string,
  { by: string; each: 'day' | 'month'; ahead: number; keys: readonly string[] }
>

export type PartitionedTable = keyof typeof partitionedTables

/** A partition of a table and its time range in milliseconds: `begin` is included, `end` is not. */
export type Partition = { readonly name: string; readonly begin: number; readonly end: number }

/** Returns the name of the default partition, which stores the rows that belong to no other partition. */
export const toDefaultPartitionName = (table: PartitionedTable) => `${table}_rest`

/** Returns the partition for a timestamp (ms), whether or not it exists yet. */
export function partitionAt(table: PartitionedTable, ms: number): Partition {
  const at = new Date(ms)
  const [year, month, day] = [at.getUTCFullYear(), at.getUTCMonth(), at.getUTCDate()]
  const isDay = partitionedTables[table].each === 'day'
  const begin = isDay ? Date.UTC(year, month, day) : Date.UTC(year, month)
  const end = isDay ? Date.UTC(year, month, day + 1) : Date.UTC(year, month + 1)
  const nameSuffix = new Date(begin).toISOString().slice(0, isDay ? 10 : 7)
  return { name: `${table}_${nameSuffix.replaceAll('-', '')}`, begin, end }
}

/** Returns a table's partitions, oldest first, without the default partition. */
export async function listPartitions(
  client: Pick<pg.Client, 'query'>,
  table: PartitionedTable,
): Promise<Partition[]> {
  const { rows } = await client.query<{ name: string }>(
    `select c.relname::text as name from pg_inherits i join pg_class c on c.oid = i.inhrelid
     where i.inhparent = $1::regclass and c.relname <> $2 order by 1`,
    [table, toDefaultPartitionName(table)],
  )
  return rows.map(({ name }) => partitionAt(table, parseBegin(name)))
}

/** Returns the first moment (ms) of the day or month in a partition's name. */
function parseBegin(name: string): number {
  const [, year = '', month = '', day = '01'] = /_(\d{4})(\d\d)(\d\d)?$/.exec(name) ?? []
  return Date.parse(`${year}-${month}-${day}`)
}
