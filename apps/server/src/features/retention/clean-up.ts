import type { Database } from '../../db/database.ts'
import { dropPart } from '../../db/partitions/drop-part.ts'
import { listParts, toRestName } from '../../db/partitions/partitions.ts'
import { appendSecurityEvent } from '../security/index.ts'
import {
  countPages,
  countReadings,
  deleteOldAttendance,
  deleteOldReadings,
  deleteOldVisits,
} from './clean-up.queries.ts'

export type CleanUp = {
  /** Null for a scheduled job. */
  readonly actorId: string | null
  /** Null for everyone. */
  readonly targetUserId: string | null
  readonly retentionDays: number
  readonly now?: number
  /** Stops the work between two batches. What was removed until then stays removed, and is logged. */
  readonly signal?: AbortSignal
}

export type CleanedUp = { readonly positionChecks: number; readonly visits: number; readonly olderThan: Date }

const DAY = 86_400_000
/** 2 MiB of table, some 15,000 readings: a batch takes a fraction of a second. */
export const BATCH_PAGES = 256

/** Visits per transaction. */
const BATCH_VISITS = 5_000
/** Maximum lead (ms) of a device's clock for its readings to have a daily partition. */
const AHEAD = 2 * DAY

/**
 * Removes readings captured or received, and visits ended, more than `retentionDays` days ago, with the corrections of such days
 * and objections to them. Data exactly that old stays, as do open visits and the current presence. Logs one security event with
 * what was removed.
 *
 * Readings are partitioned by day: expired days are dropped as a whole. Where rows must be searched (one person's, or the day in
 * which the retention ends) it scans a partition from front to back, each page once and each batch in its own transaction: no index
 * finds a person's rows (the hot path could not afford one), a search from the start for each batch would wade through the dead
 * rows of earlier batches, and a long transaction would hold back the live feed.
 */
export async function cleanUp(db: Database, what: CleanUp): Promise<CleanedUp> {
  const { actorId, targetUserId, retentionDays, now = Date.now(), signal } = what
  const olderThan = new Date(now - retentionDays * DAY)
  const removed = { readings: 0, visits: 0, attendance: 0 }
  let complete = false

  async function removeReadings(): Promise<void> {
    for (const { name, begin, end } of await listParts(db.pool, 'position_checks')) {
      signal?.throwIfAborted()
      if (targetUserId === null && end <= olderThan.getTime()) await dropDay(name)
      else if (begin < olderThan.getTime() + AHEAD) await sweep(name)
    }
    await sweep(toRestName('position_checks'))
  }

  async function dropDay(part: string): Promise<void> {
    const readings = await db.asOwner(why, tx => countReadings(tx, part))
    await dropPart(db, part)
    removed.readings += readings
  }

  async function sweep(part: string): Promise<void> {
    const pages = await db.asOwner(why, tx => countPages(tx, part))
    for (let from = 0; from < pages; from += BATCH_PAGES) {
      signal?.throwIfAborted()
      const batch = { from, to: from + BATCH_PAGES }
      removed.readings += await db.asOwner(why, tx =>
        deleteOldReadings(tx, part, batch, olderThan, targetUserId),
      )
    }
  }

  async function removeVisits(): Promise<void> {
    let from = new Date(0)
    while (true) {
      signal?.throwIfAborted()
      const batch = { from, cutoff: olderThan, limit: BATCH_VISITS }
      const { count, last } = await db.asOwner(why, tx => deleteOldVisits(tx, batch, targetUserId))
      removed.visits += count
      if (count < BATCH_VISITS || !last) return
      from = last
    }
  }

  try {
    await removeReadings()
    await removeVisits()
    removed.attendance = await db.asOwner(why, tx => deleteOldAttendance(tx, olderThan, targetUserId))
    complete = true
  } finally {
    await db.asOwner(why, tx =>
      appendSecurityEvent(tx, {
        type: 'user_data_cleanup',
        description: `Removed ${removed.readings} readings and ${removed.visits} visits older than ${retentionDays} days${complete ? '' : ', then was interrupted'}.`,
        actorId,
        affectedUserId: targetUserId,
        severity: 'info',
        metadata: {
          positionChecks: removed.readings,
          visits: removed.visits,
          attendance: removed.attendance,
          olderThan: olderThan.toISOString(),
          retentionDays,
          complete,
        },
      }),
    )
  }
  return { positionChecks: removed.readings, visits: removed.visits, olderThan }
}

const why = 'no request may delete readings, visits or corrections itself'
