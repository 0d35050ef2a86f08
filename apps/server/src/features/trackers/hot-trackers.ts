import type { Database } from '../../db/database.ts'
import { createHotCache } from '../../lib/hot-cache.ts'
import { findTracker, type TrackerOwner, touchTracker, trackerHash } from './trackers.queries.ts'

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
  /** Which tokens are held of whom. */
  const tokens = new Map<string, Set<string>>()
  // Counts forgettings: whose a tracker is must not be held as it was read before one.
  let generation = 0
  const cache = createHotCache<TrackerOwner>({
    mayHold,
    now,
    async load(hash) {
      let owner: TrackerOwner | null
      let begun: number
      do {
        begun = generation
        owner = await findTracker(db.pool, Buffer.from(hash, 'hex'))
      } while (begun !== generation)
      if (!owner) return null
      const theirs = tokens.get(owner.userId) ?? new Set()
      tokens.set(owner.userId, theirs.add(hash))
      if (now() - (owner.lastUsedAt?.getTime() ?? 0) > TOUCH_AFTER)
        await touchTracker(db.pool, owner.trackerId)
      return owner
    },
  })
  return {
    ownerOf: token => cache.get(trackerHash(token).toString('hex')),
    forgetUser(userId) {
      generation++
      for (const hash of tokens.get(userId) ?? []) cache.forget(hash)
      tokens.delete(userId)
    },
    forgetAll() {
      generation++
      tokens.clear()
      cache.forgetAll()
    },
  }
}
