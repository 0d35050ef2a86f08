import type { Database } from '../../db/database.ts'
import { listPartitions, toDefaultPartitionName } from '../../db/partitions/partitions.ts'
import { countPages } from './clean-up.queries.ts'
import { PAGES_PER_BATCH } from './clean-up.ts'
import { deleteUserReadings, forgetRemovedOwners, listRemovedOwners } from './erase-readings.queries.ts'

/**
 * Front to back in short transactions, as `cleanUp`. If interrupted, the owners' records stay and the next run starts over. No
 * reading is missed: the check writer needs the state row, so the last reading was logged before the deletion was recorded.
 */
export async function eraseReadings(db: Database, signal?: AbortSignal): Promise<number> {
  const owners = await db.asOwner(ownerReason, listRemovedOwners)
  if (owners.users.length + owners.zones.length === 0) return 0
  let erasedCount = 0
  const partitions = (await listPartitions(db.pool, 'position_checks')).map(it => it.name)
  for (const partition of [...partitions, toDefaultPartitionName('position_checks')]) {
    const pageCount = await db.asOwner(ownerReason, tx => countPages(tx, partition))
    for (let fromPage = 0; fromPage < pageCount; fromPage += PAGES_PER_BATCH) {
      signal?.throwIfAborted()
      const batch = { from: fromPage, to: fromPage + PAGES_PER_BATCH }
      erasedCount += await db.asOwner(ownerReason, tx => deleteUserReadings(tx, owners, partition, batch))
    }
  }
  await db.asOwner(ownerReason, tx => forgetRemovedOwners(tx, owners))
  return erasedCount
}

const ownerReason = 'whose readings they were is gone'
