import type pg from 'pg'

export type DatabaseFigures = { readonly readsOnly: boolean; readonly open: number; readonly most: number }

/**
 * Checks whether the database is read-only, and reads the current and maximum number of connections. Rejects after `timeoutMs`
 * milliseconds without an answer.
 */
export async function readDatabaseFigures(pool: pg.Pool, timeoutMs: number): Promise<DatabaseFigures> {
  const { rows } = await pool.query<{ reads_only: boolean; open: number; most: number }>({
    text: `
      select pg_is_in_recovery() or current_setting('transaction_read_only')::boolean as reads_only,
        (select count(*) from pg_stat_activity where backend_type = 'client backend') as open,
        current_setting('max_connections')::integer as most`,
    query_timeout: timeoutMs,
  } as pg.QueryConfig)
  const row = rows[0]
  if (!row) throw new Error('The database did not answer.')
  return { readsOnly: row.reads_only, open: row.open, most: row.most }
}
