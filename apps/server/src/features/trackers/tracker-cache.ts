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

/** How exactly a person is told when a tracker was last used: each time is a write. */
const TOUCH_AFTER = 15 * 60_000
/** A phone that has no position says so every few seconds: one such message of a tracker is written in so many milliseconds. */
const NOTE_AFTER = 30_000

/** Why a message, or one of those that came with it, was not used, and whether anything of it was. */
export type MessageUse = { readonly unused: UnusedReason | undefined; readonly used: boolean }

export type TrackerCache = {
  /** Whose tracker it is; null for a token nobody has, or of somebody who is not active. */
  ownerOf(token: string): TrackerOwner | Promise<TrackerOwner | null>
  /** Keeps for the owner what became of a message: at most two writes a tracker in half a minute. */
  noteUse(owner: TrackerOwner, use: MessageUse): Promise<void> | undefined
  /** To be called when the person's trackers or the person changed. */
  forgetUser(userId: string): void
  forgetAll(): void
}

/** Trackers send every few seconds: whose they are is held in memory, and dropped by what the feed says. */
export function createTrackerCache(
  db: Pick<Database, 'pool'>,
  mayHold: () => boolean = () => true,
  now: () => number = Date.now,
): TrackerCache {
  const find = gatherLoads(hashes => findTrackers(db.pool, hashes))
  const cache = createCache<TrackerOwner>({
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
  function noteUse(owner: TrackerOwner, { unused, used }: MessageUse): Promise<void> | undefined {
    // The owner is the object that is held, so the next message knows of this one before the feed says it.
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
    ownerOf: token => cache.get(trackerHash(token).toString('hex')),
    forgetUser: cache.forgetAbout,
    forgetAll: cache.forgetAll,
  }
}
