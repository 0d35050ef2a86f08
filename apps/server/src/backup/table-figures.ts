import type pg from 'pg'

/** Figures of a table's rows: equal figures mean equal rows, in any order. */
export type TableFigure = { readonly table: string; readonly rows: number; readonly hash: string }

/**
 * Without the job queue, which always changes. Sums md5 of the rows: unlike PostgreSQL's hashes, it is the same in every version.
 */
export async function readTableFigures(client: pg.ClientBase): Promise<readonly TableFigure[]> {
  // The text form of a row depends on these settings.
  await client.query(
    `set datestyle = 'ISO, YMD'; set timezone = 'UTC'; set intervalstyle = 'postgres'; set bytea_output = 'hex';
     set extra_float_digits = 1; set statement_timeout = 0`,
  )
  const { rows: tables } = await client.query<{ name: string }>(
    `select format('%I.%I', n.nspname, c.relname) as name from pg_class c join pg_namespace n on n.oid = c.relnamespace
     where c.relkind = 'r' and n.nspname not in ('pgboss', 'information_schema') and n.nspname !~ '^pg_' order by 1`,
  )
  const figures: TableFigure[] = []
  for (const { name } of tables) {
    const { rows } = await client.query<{ rows: string | number; hash: string }>(
      `select count(*) as rows, coalesce(sum(('x' || left(md5(t::text), 15))::bit(60)::bigint), 0)::text as hash
       from ${name} t`,
    )
    figures.push({ table: name, rows: Number(rows[0]?.rows ?? 0), hash: rows[0]?.hash ?? '0' })
  }
  return figures
}

/** Describes the first table that differs; undefined if all are equal. */
export function findDifference(
  expected: readonly TableFigure[],
  actual: readonly TableFigure[],
): string | undefined {
  const actualByTable = new Map(actual.map(it => [it.table, it]))
  for (const { table, rows, hash } of expected) {
    const it = actualByTable.get(table)
    if (!it) return `the table ${table} is missing`
    if (it.rows !== rows) return `the table ${table} has ${it.rows} rows instead of ${rows}`
    if (it.hash !== hash) return `the content of the table ${table} differs`
  }
  const names = new Set(expected.map(it => it.table))
  const additional = actual.find(it => !names.has(it.table))
  return additional && `the table ${additional.table} is not in the backup’s list`
}
