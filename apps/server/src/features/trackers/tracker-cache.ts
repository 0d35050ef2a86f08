import type { UnusedReason } from '@muster/domain/tracker.ts'
import type { Database } from '../../db/database.ts'
import { createKeyCache, type KeyCache } from '../../lib/secrets.ts'
import { recordLaterUse, recordUnused, type TrackerOwner } from './trackers.queries.ts'

/** Precision in milliseconds of the last use shown to the owner. Coarse, because every update is a write. */
const TOUCH_INTERVAL_MS = 15 * 60_000
/**
 * Minimum interval in milliseconds between stored failures of a tracker. A phone without a position reports a failure every few
 * seconds, and storing each one would be too many writes.
 */
const NOTE_INTERVAL_MS = 30_000

/** The reason why a message or one of its items was not used, and whether any of its items was used. */
export type MessageUse = { readonly unused: UnusedReason | undefined; readonly used: boolean }

export type TrackerCache = KeyCache<TrackerOwner> & {
  /**
   * Stores the outcome of a message for the owner, with at most two writes per tracker in 30 seconds. Returns undefined if there is
   * nothing to write.
   */
  noteUse(owner: TrackerOwner, use: MessageUse): Promise<void> | undefined
}

/** As the database owner: a person must be identified before they can act. */
const statement = {
  name: 'trackers-by-token',
  text: `select encode(t.token_hash, 'hex') as hash, t.id as "keyId", t.user_id as "userId", t.last_used_at as "lastUsedAt",
      t.unused_at as "unusedAt", t.later_used as "laterUsed", p.role
    from trackers t join user_profiles p on p.id = t.user_id
    where t.token_hash = any(array(select decode(unnest($1::text[]), 'hex'))) and p.status = 'active'`,
}

export function createTrackerCache(
  db: Pick<Database, 'pool'>,
  mayCache?: () => boolean,
  now: () => number = Date.now,
): TrackerCache {
  const options = { statement, table: 'trackers', touchMs: TOUCH_INTERVAL_MS, mayCache, now }
  const cache = createKeyCache<TrackerOwner>(db.pool, { ...options, toTopic: it => it.userId })
  function noteUse(owner: TrackerOwner, { unused, used }: MessageUse): Promise<void> | undefined {
    // Update the cached owner, so that the next message sees this outcome before the feed reports it.
    if (unused && now() - (owner.unusedAt?.getTime() ?? 0) >= NOTE_INTERVAL_MS) {
      owner.unusedAt = new Date(now())
      owner.laterUsed = used
      return recordUnused(db.pool, owner.keyId, unused, used)
    }
    if (!used || !owner.unusedAt || owner.laterUsed) return undefined
    owner.laterUsed = true
    return recordLaterUse(db.pool, owner.keyId)
  }
  return { ...cache, noteUse }
}
