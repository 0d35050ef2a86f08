import { sql } from 'kysely'
import type { Tx } from './database.ts'
import { oneValue } from './rows.ts'

/** Null if the query has no words, many rows contain them, or the actor may not see all rows. */
export const findRare = (
  tx: Tx,
  finder: 'rare_broadcasts' | 'rare_hazards',
  query: string,
  zoneId: string | undefined,
) =>
  oneValue(tx)<string[] | null>`
    select ${sql.raw(finder)}(${query}, ${zoneId ?? null}::uuid) as ids`
