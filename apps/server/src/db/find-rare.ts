import { sql } from 'kysely'
import type { Tx } from './database.ts'

/** Null if the query has no words, many rows contain them, or the actor may not see all rows. */
export async function findRare(
  tx: Tx,
  finder: 'rare_broadcasts' | 'rare_hazards',
  query: string,
  zoneId: string | undefined,
): Promise<readonly string[] | null> {
  const { rows } = await sql<{ ids: string[] | null }>`
    select ${sql.raw(finder)}(${query}, ${zoneId ?? null}::uuid) as ids`.execute(tx)
  return rows[0]?.ids ?? null
}
