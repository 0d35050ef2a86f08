import { sql } from 'kysely'
import type { Tx } from '../../db/database.ts'

/** The deleted people and zones whose readings may still be in the log. */
export async function listRemovedOwners(tx: Tx): Promise<string[]> {
  const rows = await tx.selectFrom('removed_owners').select('id').execute()
  return rows.map(row => row.id)
}

/** Deletes the readings of these people and in these zones in the pages from `from` up to before `to`. */
export async function deleteReadingsOf(
  tx: Tx,
  owners: readonly string[],
  { from, to }: { from: number; to: number },
): Promise<number> {
  const { numAffectedRows } = await sql`
    delete from position_checks
    where ctid >= ${`(${from},0)`}::tid and ctid < ${`(${to},0)`}::tid
      and (user_id = any(${owners}::uuid[]) or zone_id = any(${owners}::uuid[]))`.execute(tx)
  return Number(numAffectedRows ?? 0)
}

export async function forgetRemovedOwners(tx: Tx, owners: readonly string[]): Promise<void> {
  await tx.deleteFrom('removed_owners').where('id', 'in', owners).execute()
}
