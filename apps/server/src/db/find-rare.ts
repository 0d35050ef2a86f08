import { sql } from 'kysely'
import type { Tx } from './database.ts'

/** Returns the ids of rows with rare words, which the SQL function looks up in the index; null for words that many rows contain. */
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
