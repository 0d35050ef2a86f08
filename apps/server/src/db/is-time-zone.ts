import { sql } from 'kysely'
import type { Tx } from './database.ts'

/** Returns whether the time zone is known to PostgreSQL, which computes day boundaries. */
export async function isTimeZone(tx: Tx, name: string): Promise<boolean> {
  const { rows } = await sql`select from pg_timezone_names where name = ${name}`.execute(tx)
  return rows.length > 0
}
