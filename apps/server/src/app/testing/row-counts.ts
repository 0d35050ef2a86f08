import type { Database } from '../../db/database.ts'

/** Returns the row count of every table except PostgreSQL's own: `{ 'public.zones': 3, … }`. */
export async function countTableRows({ pool }: Database): Promise<Record<string, number>> {
  const { rows: tables } = await pool.query<{ name: string }>(
    `select format('%I.%I', schemaname, tablename) as name from pg_tables
     where schemaname not in ('pg_catalog', 'information_schema') order by 1`,
  )
  const { rows } = await pool.query<{ name: string; count: number }>(
    tables.map(({ name }) => `select '${name}' as name, count(*) from ${name}`).join(' union all '),
  )
  return Object.fromEntries(rows.map(({ name, count }) => [name, count]))
}
