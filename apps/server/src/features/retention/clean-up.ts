import type { Database } from '../../db/database.ts'
import { dropPart } from '../../db/partitions/drop-part.ts'
import { listParts, restOf } from '../../db/partitions/partitions.ts'
import { appendSecurityEvent } from '../security/index.ts'
import {
  countPages,
  countReadings,
  deleteOldAttendance,
  deleteOldReadings,
  deleteOldVisits,
} from './clean-up.queries.ts'

export type CleanUp = {
  /** Null: a job of the clock. */
  readonly actorId: string | null
  /** Null: everyone. */
  readonly targetUserId: string | null
  readonly retentionDays: number
  readonly now?: number
  /** Ends the work between two batches. What was removed until then stays removed, and is logged. */
  readonly signal?: AbortSignal
}

export type CleanedUp = { readonly positionChecks: number; readonly visits: number; readonly olderThan: Date }

const DAY = 86_400_000
/** 2 MiB of table, some 15,000 readings: a batch is over in a fraction of a second. */
export const BATCH_PAGES = 256

/** So many visits go in one transaction. */
const BATCH_VISITS = 5_000
/** How far (ms) a device's clock may run ahead and its readings still stand in a part of their own. */
const AHEAD = 2 * DAY

/**
 * Removes the readings taken or received and the visits ended more than `retentionDays` days ago, and the corrections of
 * such days and objections to them; what is exactly that old stays, as do open visits and the presence of now. Leaves one security event that says what was removed.
 *
 * Readings stand in a part for each day: what is over is dropped as a whole. Where rows must be found (of one person, or of the
 * day in which the retention ends) it goes through a part from front to back, each page once and each batch in a transaction
 * of its own: no index finds the rows of a person (the hot path could not pay for one), a search from the start for each batch
 * would wade through what the batches before left dead, and a long transaction would hold back the live feed.
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
    await sweep(restOf('position_checks'))
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
