import type { UnusedReason } from '@muster/domain/tracker.ts'
import type { Database } from '../../db/database.ts'
import { createCache } from '../../lib/cache.ts'
import { gatherLoads } from '../../lib/gather-loads.ts'
import {
  findTrackers,
  noteLaterUsed,
  noteUnused,
  type TrackerOwner,
  touchTracker,
  trackerHash,
} from './trackers.queries.ts'

/** Precision (ms) of a tracker's last use as shown to its owner, because every update is a database write. */
const TOUCH_AFTER = 15 * 60_000
/**
 * Minimum time (ms) between writes about unused messages of a tracker: a phone without a position reports that every few seconds.
 */
const NOTE_AFTER = 30_000

/** The reason why a message, or one of its items, was not used, and whether any part of it was. */
export type MessageUse = { readonly unused: UnusedReason | undefined; readonly used: boolean }

export type TrackerCache = {
  /** The tracker's owner; null for an unknown token, or an inactive owner. */
  findOwner(token: string): TrackerOwner | Promise<TrackerOwner | null>
  /** Stores the outcome of a message for the owner: at most two writes per tracker in half a minute. */
  noteUse(owner: TrackerOwner, use: MessageUse): Promise<void> | undefined
  /** Called when the person or their trackers have changed. */
  forgetUser(userId: string): void
  forgetAll(): void
}

/** Creates the cache of trackers' owners, because trackers send every few seconds; feed events invalidate it. */
export function createTrackerCache(
  db: Pick<Database, 'pool'>,
  mayHold: () => boolean = () => true,
  now: () => number = Date.now,
): TrackerCache {
  const find = gatherLoads(hashes => findTrackers(db.pool, hashes))
  const cache = createCache<TrackerOwner>({
    mayCache: mayHold,
    now,
    async load(hash) {
      const owner = await find(hash)
      if (owner && now() - (owner.lastUsedAt?.getTime() ?? 0) > TOUCH_AFTER)
        await touchTracker(db.pool, owner.trackerId)
      return owner
    },
    listTopics: owner => [owner.userId],
  })
  function noteUse(owner: TrackerOwner, { unused, used }: MessageUse): Promise<void> | undefined {
    // The owner is the cached object, so the next message sees this one before the feed reports it.
    if (unused && now() - (owner.unusedAt?.getTime() ?? 0) >= NOTE_AFTER) {
      owner.unusedAt = new Date(now())
      owner.laterUsed = used
      return noteUnused(db.pool, owner.trackerId, unused, used)
    }
    if (!used || !owner.unusedAt || owner.laterUsed) return undefined
    owner.laterUsed = true
    return noteLaterUsed(db.pool, owner.trackerId)
  }
  return {
    noteUse,
    findOwner: token => cache.get(trackerHash(token).toString('hex')),
    forgetUser: cache.forgetAbout,
    forgetAll: cache.forgetAll,
  }
}
