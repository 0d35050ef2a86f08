import { sql } from 'kysely'
import type { Tx } from '../../db/database.ts'

export type Aged = 'position_checks' | 'presence_history'

// A visit still open has no exit_time, so that no cutoff is ever after it.
const ageColumn = { position_checks: 'received_at', presence_history: 'exit_time' } as const

/** How many pages of 8 KiB the table has on disk. */
export async function countPages(tx: Tx, table: Aged): Promise<number> {
  const { rows } = await sql<{ pages: number }>`
    select pg_relation_size(${table}::regclass) / current_setting('block_size')::bigint as pages`.execute(tx)
  return rows[0]?.pages ?? 0
}

/** Deletes what is older than `cutoff`, of one person or (null) of all, in the pages from `from` up to before `to`. */
export async function deleteAged(
  tx: Tx,
  table: Aged,
  { from, to }: { from: number; to: number },
  cutoff: Date,
  userId: string | null,
): Promise<number> {
  const { numAffectedRows } = await sql`
    delete from ${sql.table(table)}
    where ctid >= ${`(${from},0)`}::tid and ctid < ${`(${to},0)`}::tid
      and ${sql.ref(ageColumn[table])} < ${cutoff}
      and (${userId}::uuid is null or user_id = ${userId}::uuid)`.execute(tx)
  return Number(numAffectedRows ?? 0)
}
