import { sql } from 'kysely'
import type { OwnerTx, Tx } from '../../../db/database.ts'
import { run } from '../../../db/rows.ts'

export type RemovedOwners = { readonly users: readonly string[]; readonly zones: readonly string[] }

/** The deleted people and zones whose readings may still be in the log. */
export async function listRemovedOwners(tx: OwnerTx): Promise<RemovedOwners> {
  const rows = await tx.selectFrom('removed_owners').select(['kind', 'id']).execute()
  const listIds = (kind: string) => rows.filter(row => row.kind === kind).map(row => row.id)
  return { users: listIds('user'), zones: listIds('zone') }
}

/** From the pages `from` to `to` (exclusive) of a log partition. */
export async function deleteUserReadings(
  tx: Tx,
  { users, zones }: RemovedOwners,
  partition: string,
  { from, to }: { from: number; to: number },
): Promise<number> {
  const changed = await run(tx)`
    delete from ${sql.table(partition)}
    where ctid >= ${`(${from},0)`}::tid and ctid < ${`(${to},0)`}::tid
      and (user_id = any(${users}::uuid[]) or zone_id = any(${zones}::uuid[]))`
  return changed
}

export async function forgetRemovedOwners(tx: OwnerTx, { users, zones }: RemovedOwners): Promise<void> {
  await run(tx)`
    delete from removed_owners
    where kind = 'user' and id = any(${users}::uuid[]) or kind = 'zone' and id = any(${zones}::uuid[])`
}
