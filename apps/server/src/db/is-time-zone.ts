import type { Tx } from './database.ts'
import { many } from './rows.ts'

/** Returns whether the time zone is known to PostgreSQL, which computes day boundaries. */
export async function isTimeZone(tx: Tx, name: string): Promise<boolean> {
  const rows = await many(tx)`select from pg_timezone_names where name = ${name}`
  return rows.length > 0
}
