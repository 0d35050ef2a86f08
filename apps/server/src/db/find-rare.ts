import { sql } from 'kysely'
import type { Tx } from './database.ts'
import { one } from './rows.ts'

/** Null if the query has no words, many rows contain them, or the actor may not see all rows. */
export async function findRare(
  tx: Tx,
  finder: 'rare_broadcasts' | 'rare_hazards',
  query: string,
  zoneId: string | undefined,
): Promise<readonly string[] | null> {
  const { ids } = await one(tx)<{ ids: string[] | null }>`
    select ${sql.raw(finder)}(${query}, ${zoneId ?? null}::uuid) as ids`
  return ids
}
