import type { Database } from '../../db/database.ts'
import { gatherLoads } from '../../lib/gather-loads.ts'
import { createHotCache } from '../../lib/hot-cache.ts'
import { findTrackers, type TrackerOwner, touchTracker, trackerHash } from './trackers.queries.ts'

/** How exactly a person is told when a tracker was last used: each time is a write. */
const TOUCH_AFTER = 15 * 60_000

export type HotTrackers = {
  /** Whose tracker it is; null for a token nobody has, or of somebody who is not active. */
  ownerOf(token: string): TrackerOwner | Promise<TrackerOwner | null>
  /** To be called when the person's trackers or the person changed. */
  forgetUser(userId: string): void
  forgetAll(): void
}

/** Trackers send every few seconds: whose they are is held in memory, and dropped by what the feed says. */
export function createHotTrackers(
  db: Pick<Database, 'pool'>,
  mayHold: () => boolean = () => true,
  now: () => number = Date.now,
): HotTrackers {
  const find = gatherLoads(hashes => findTrackers(db.pool, hashes))
  const cache = createHotCache<TrackerOwner>({
    mayHold,
    now,
    async load(hash) {
      const owner = await find(hash)
      if (owner && now() - (owner.lastUsedAt?.getTime() ?? 0) > TOUCH_AFTER)
        await touchTracker(db.pool, owner.trackerId)
      return owner
    },
    aboutOf: owner => [owner.userId],
  })
  return {
    ownerOf: token => cache.get(trackerHash(token).toString('hex')),
    forgetUser: cache.forgetAbout,
    forgetAll: cache.forgetAll,
  }
}
