import type { Database } from '../../db/database.ts'
import { listParts, toRestName } from '../../db/partitions/partitions.ts'
import { countPages } from './clean-up.queries.ts'
import { BATCH_PAGES } from './clean-up.ts'
import { deleteUserReadings, forgetRemovedOwners, listRemovedOwners } from './erase-readings.queries.ts'

/**
 * Erases the readings of deleted people and zones; returns how many. It scans from front to back in short transactions, like the
 * cleanup by age and for the same reasons. Interrupted by `signal` it keeps the records of deleted owners, and the next run starts
 * over. No reading is missed: the check writer needs the state row, which was deleted with the person or zone, so the last reading
 * was in the log before the record was.
 */
export async function eraseReadings(db: Database, signal?: AbortSignal): Promise<number> {
  const owners = await db.asOwner(why, listRemovedOwners)
  if (owners.users.length + owners.zones.length === 0) return 0
  let erased = 0
  const parts = (await listParts(db.pool, 'position_checks')).map(it => it.name)
  for (const part of [...parts, toRestName('position_checks')]) {
    const pages = await db.asOwner(why, tx => countPages(tx, part))
    for (let from = 0; from < pages; from += BATCH_PAGES) {
      signal?.throwIfAborted()
      const batch = { from, to: from + BATCH_PAGES }
      erased += await db.asOwner(why, tx => deleteUserReadings(tx, owners, part, batch))
    }
  }
  await db.asOwner(why, tx => forgetRemovedOwners(tx, owners))
  return erased
}

const why = 'whose readings they were is gone'
