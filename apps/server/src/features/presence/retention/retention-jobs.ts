import type { Database } from '../../../db/database.ts'
import { listPartitions, toDefaultPartitionName } from '../../../db/partitions/partitions.ts'
import { removeExpired } from '../../../jobs/remove-expired.ts'
import type { Platform } from '../../../platform/platform.ts'
import { deleteOldPresenceAlerts } from '../../alerts/index.ts'
import { countPages } from './clean-up.queries.ts'
import { cleanUp, PAGES_PER_BATCH } from './clean-up.ts'
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

export const retentionJobs = ({ db, log, env }: Platform) => [
  {
    name: 'removed-readings',
    cron: '* * * * *',
    async run(signal: AbortSignal) {
      const erasedCount = await eraseReadings(db, signal)
      if (erasedCount > 0)
        log.info({ readings: erasedCount }, 'Erased the readings of deleted accounts and zones')
    },
  },
  {
    name: 'retention',
    cron: '11 2 * * *',
    async run(signal: AbortSignal) {
      const retentionDays = env.RETENTION_DAYS
      const result = await cleanUp(db, { actorId: null, targetUserId: null, retentionDays, signal })
      log.info(result, 'Removed readings and visits older than the retention')
      const alerts = (limit: number) => deleteOldPresenceAlerts(limit, retentionDays)
      await removeExpired(db, { alerts }, signal)
    },
  },
]
