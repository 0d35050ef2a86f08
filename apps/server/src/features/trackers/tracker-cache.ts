import type { UnusedReason } from '@muster/domain/tracker.ts'
import type { Database } from '../../db/database.ts'
import { createCache } from '../../lib/cache.ts'
import { gatherLoads } from '../../lib/gather-loads.ts'
import {
  findTrackers,
  hashTrackerToken,
  recordLaterUse,
  recordUnused,
  type TrackerOwner,
  updateLastUsed,
} from './trackers.queries.ts'

/** Precision in milliseconds of the last use shown to the owner. Coarse, because every update is a write. */
const TOUCH_INTERVAL_MS = 15 * 60_000
/**
 * Minimum interval in milliseconds between stored failures of a tracker. A phone without a position reports a failure every few
 * seconds, and storing each one would be too many writes.
 */
const NOTE_INTERVAL_MS = 30_000

/** The reason why a message or one of its items was not used, and whether any of its items was used. */
export type MessageUse = { readonly unused: UnusedReason | undefined; readonly used: boolean }

export type TrackerCache = {
  /** Returns the tracker's owner; null if the token is unknown or the owner inactive. */
  findOwner(token: string): TrackerOwner | Promise<TrackerOwner | null>
  /**
   * Stores the outcome of a message for the owner, with at most two writes per tracker in 30 seconds. Returns undefined if there is
   * nothing to write.
   */
  noteUse(owner: TrackerOwner, use: MessageUse): Promise<void> | undefined
  /** Removes the person's trackers from the cache. Call this after a change to the person or their trackers. */
  forgetUser(userId: string): void
  forgetAll(): void
}

/** Caches the owners of trackers, because trackers send every few seconds. Feed events invalidate the cache. */
export function createTrackerCache(
  db: Pick<Database, 'pool'>,
  canHold: () => boolean = () => true,
  now: () => number = Date.now,
): TrackerCache {
  const findByHash = gatherLoads(hashes => findTrackers(db.pool, hashes))
  const cache = createCache<TrackerOwner>({
    mayCache: canHold,
    now,
    async load(hash) {
      const owner = await findByHash(hash)
      if (owner && now() - (owner.lastUsedAt?.getTime() ?? 0) > TOUCH_INTERVAL_MS)
        await updateLastUsed(db.pool, owner.trackerId)
      return owner
    },
    listTopics: owner => [owner.userId],
  })
  function recordUse(owner: TrackerOwner, { unused, used }: MessageUse): Promise<void> | undefined {
    // Update the cached owner, so that the next message sees this outcome before the feed reports it.
    if (unused && now() - (owner.unusedAt?.getTime() ?? 0) >= NOTE_INTERVAL_MS) {
      owner.unusedAt = new Date(now())
      owner.laterUsed = used
      return recordUnused(db.pool, owner.trackerId, unused, used)
    }
    if (!used || !owner.unusedAt || owner.laterUsed) return undefined
    owner.laterUsed = true
    return recordLaterUse(db.pool, owner.trackerId)
  }
  return {
    noteUse: recordUse,
    findOwner: token => cache.get(hashTrackerToken(token).toString('hex')),
    forgetUser: cache.forgetAbout,
    forgetAll: cache.forgetAll,
  }
}
