import { DAY_MS } from '@muster/domain/time-units.ts'
import type { Database } from '../../db/database.ts'
import { dropPart } from '../../db/partitions/drop-partition.ts'
import { listPartitions } from '../../db/partitions/partitions.ts'
import { linkAllEvents } from './link-events.ts'
import { audit } from './security.queries.ts'
import { readPartitionTail, setChainStart } from './security-log.queries.ts'

/**
 * Ended more than `retentionDays` days ago. The chain's head stores the last dropped event, so the rest stays verifiable, and the
 * log records the removal. Throws for unlinked events. Returns how many.
 */
export async function dropOldEvents(db: Database, retentionDays: number, now = Date.now()): Promise<number> {
  await linkAllEvents(db)
  const cutoff = now - retentionDays * DAY_MS
  const expiredPartitions = (await listPartitions(db.pool, 'security_events')).filter(
    partition => partition.end <= cutoff,
  )
  for (const { name } of expiredPartitions) {
    const { last, hash, unlinked } = await db.asOwner(ownerReason, tx => readPartitionTail(tx, name))
    // Keep events that somebody prevents from being linked, so that the verifier reports them.
    if (unlinked) throw new Error(`${name} holds events that are not linked`)
    await dropPart(db, name, async tx => {
      if (last === null || hash === null) return
      await setChainStart(tx, last, hash)
      await audit(tx, 'security_log_dropped', { actorId: null, last, hash, keepDays: retentionDays })
    })
  }
  return expiredPartitions.length
}

const ownerReason = 'the security log belongs to nobody who acts'
