import type pg from 'pg'

/**
 * The tables that are cut into parts by time (UTC), and the keys that are unique within each part. By day what comes by the
 * thousand and is kept for weeks, by month what is kept for years: a query that does not say when looks into every part.
 */
export const partitioned = {
  position_checks: { by: 'captured_at', each: 'day', ahead: 2, keys: ['id, zone_id'] },
  feed_events: { by: 'created_at', each: 'day', ahead: 2, keys: ['seq'] },
  security_events: { by: 'created_at', each: 'month', ahead: 1, keys: ['id', 'number'] },
} as const satisfies Record<
  string,
  { by: string; each: 'day' | 'month'; ahead: number; keys: readonly string[] }
>

export type Partitioned = keyof typeof partitioned

/** A part of a table and what it holds: from `begin` up to before `end`, in milliseconds. */
export type Part = { readonly name: string; readonly begin: number; readonly end: number }

/** Where a table keeps what belongs to no other part. */
export const restOf = (table: Partitioned) => `${table}_rest`

/** The part that a moment belongs to, whether it is there or not. */
export function partAt(table: Partitioned, ms: number): Part {
  const at = new Date(ms)
  const [year, month, day] = [at.getUTCFullYear(), at.getUTCMonth(), at.getUTCDate()]
  const isDay = partitioned[table].each === 'day'
  const begin = isDay ? Date.UTC(year, month, day) : Date.UTC(year, month)
  const end = isDay ? Date.UTC(year, month, day + 1) : Date.UTC(year, month + 1)
  const stamp = new Date(begin).toISOString().slice(0, isDay ? 10 : 7)
  return { name: `${table}_${stamp.replaceAll('-', '')}`, begin, end }
}

/** The parts of a table, the oldest first; not the one for the rest. */
export async function listParts(client: Pick<pg.Client, 'query'>, table: Partitioned): Promise<Part[]> {
  const { rows } = await client.query<{ name: string }>(
    `select c.relname::text as name from pg_inherits i join pg_class c on c.oid = i.inhrelid
     where i.inhparent = $1::regclass and c.relname <> $2 order by 1`,
    [table, restOf(table)],
  )
  return rows.map(({ name }) => partAt(table, momentOf(name)))
}

/** The first moment of the day or month in the name of a part. */
function momentOf(name: string): number {
  const [, year = '', month = '', day = '01'] = /_(\d{4})(\d\d)(\d\d)?$/.exec(name) ?? []
  return Date.parse(`${year}-${month}-${day}`)
}
