import type { Database } from '../../db/database.ts'
import { appendSecurityEvent } from '../security/index.ts'
import { type Aged, countPages, deleteAged } from './clean-up.queries.ts'

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

/**
 * Removes the readings received and the visits ended more than `retentionDays` days ago; what is exactly that old stays,
 * as do open visits and the presence of now. Leaves one security event that says what was removed.
 *
 * It goes through the tables from front to back, each page once and each batch in a transaction of its own: no index
 * finds the rows of a person by age (the hot way could not pay for one), a search from the start for each batch would
 * wade through what the batches before left dead, and a long transaction would hold back the live feed.
 */
export async function cleanUp(db: Database, what: CleanUp): Promise<CleanedUp> {
  const { actorId, targetUserId, retentionDays, now = Date.now(), signal } = what
  const olderThan = new Date(now - retentionDays * DAY)
  const removed: Record<Aged, number> = { position_checks: 0, presence_history: 0 }
  let complete = false

  const remove = async (table: Aged) => {
    const pages = await db.asOwner(why, tx => countPages(tx, table))
    for (let from = 0; from < pages; from += BATCH_PAGES) {
      signal?.throwIfAborted()
      const batch = { from, to: from + BATCH_PAGES }
      removed[table] += await db.asOwner(why, tx => deleteAged(tx, table, batch, olderThan, targetUserId))
    }
  }

  try {
    await remove('position_checks')
    await remove('presence_history')
    complete = true
  } finally {
    await db.asOwner(why, tx =>
      appendSecurityEvent(tx, {
        type: 'user_data_cleanup',
        description: `Removed ${removed.position_checks} readings and ${removed.presence_history} visits older than ${retentionDays} days${complete ? '' : ', then was interrupted'}.`,
        actorId,
        affectedUserId: targetUserId,
        severity: 'info',
        metadata: {
          positionChecks: removed.position_checks,
          visits: removed.presence_history,
          olderThan: olderThan.toISOString(),
          retentionDays,
          complete,
        },
      }),
    )
  }
  return { positionChecks: removed.position_checks, visits: removed.presence_history, olderThan }
}

const why = 'no request may delete readings or visits itself'
