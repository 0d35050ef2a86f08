import { DAY_MS } from '@muster/domain/time-units.ts'
import type { Database } from '../../../db/database.ts'
import { dropPart } from '../../../db/partitions/drop-partition.ts'
import { listPartitions, toDefaultPartitionName } from '../../../db/partitions/partitions.ts'
import { audit } from '../../security/index.ts'
import { deleteOldAttendance } from '../../shifts/index.ts'
import { countPages, countReadings, deleteOldReadings, deleteOldVisits } from './clean-up.queries.ts'

export type CleanUpInput = {
  /** Null for a scheduled job. */
  readonly actorId: string | null
  /** Null for everyone. */
  readonly targetUserId: string | null
  readonly retentionDays: number
  readonly now?: number
  /** Stops the cleanup between two batches. Whatever was removed by then stays removed, and is logged. */
  readonly signal?: AbortSignal
}

export type CleanUpResult = {
  readonly positionChecks: number
  readonly visits: number
  readonly olderThan: Date
}

/** Pages per batch: 2 MiB of the table, about 15,000 readings, so that a batch takes only a fraction of a second. */
export const PAGES_PER_BATCH = 256

const VISITS_PER_BATCH = 5_000
/** The furthest (ms) a device's clock may run ahead for its readings to have a daily partition. */
const MAX_CLOCK_AHEAD_MS = 2 * DAY_MS

/**
 * Removes readings captured or received, and visits that ended, more than `retentionDays` days ago, and the attendance
 * corrections and objections for days that old. Data exactly that old stays, as do open visits and the current presence. Logs
 * one security event with what was removed.
 *
 * Readings are partitioned by day, and expired days are dropped as a whole. Where single rows must be deleted (one person's, or
 * those on the day when the retention ends), the cleanup scans the partition from front to back, each batch of pages in its own
 * transaction. There is no index by person, because it would make every insert slower. Searching from the start for each batch
 * would read the dead rows from earlier batches again, and a long transaction would hold back the live feed.
 */
export async function cleanUp(db: Database, input: CleanUpInput): Promise<CleanUpResult> {
  const { actorId, targetUserId, retentionDays, now = Date.now(), signal } = input
  const cutoff = new Date(now - retentionDays * DAY_MS)
  const removedCounts = { readings: 0, visits: 0, attendance: 0 }
  let isComplete = false

  async function removeReadings(): Promise<void> {
    for (const { name, begin, end } of await listPartitions(db.pool, 'position_checks')) {
      signal?.throwIfAborted()
      if (targetUserId === null && end <= cutoff.getTime()) await dropPartition(name)
      else if (begin < cutoff.getTime() + MAX_CLOCK_AHEAD_MS) await sweepPartition(name)
    }
    await sweepPartition(toDefaultPartitionName('position_checks'))
  }

  async function dropPartition(partition: string): Promise<void> {
    const readingCount = await db.asOwner(ownerReason, tx => countReadings(tx, partition))
    await dropPart(db, partition)
    removedCounts.readings += readingCount
  }

  async function sweepPartition(partition: string): Promise<void> {
    const pageCount = await db.asOwner(ownerReason, tx => countPages(tx, partition))
    for (let fromPage = 0; fromPage < pageCount; fromPage += PAGES_PER_BATCH) {
      signal?.throwIfAborted()
      const batch = { from: fromPage, to: fromPage + PAGES_PER_BATCH }
      removedCounts.readings += await db.asOwner(ownerReason, tx =>
        deleteOldReadings(tx, partition, batch, cutoff, targetUserId),
      )
    }
  }

  async function removeVisits(): Promise<void> {
    let from = new Date(0)
    while (true) {
      signal?.throwIfAborted()
      const batch = { from, cutoff, limit: VISITS_PER_BATCH }
      const { count, last } = await db.asOwner(ownerReason, tx => deleteOldVisits(tx, batch, targetUserId))
      removedCounts.visits += count
      if (count < VISITS_PER_BATCH || !last) return
      from = last
    }
  }

  try {
    await removeReadings()
    await removeVisits()
    removedCounts.attendance = await db.asOwner(ownerReason, tx =>
      deleteOldAttendance(tx, cutoff, targetUserId),
    )
    isComplete = true
  } finally {
    await db.asOwner(ownerReason, tx =>
      audit(tx, 'user_data_cleanup', {
        actorId,
        aboutId: targetUserId,
        positionChecks: removedCounts.readings,
        visits: removedCounts.visits,
        attendance: removedCounts.attendance,
        olderThan: cutoff.toISOString(),
        retentionDays,
        complete: isComplete,
      }),
    )
  }
  return { positionChecks: removedCounts.readings, visits: removedCounts.visits, olderThan: cutoff }
}

const ownerReason = 'no request may delete readings, visits or corrections itself'
