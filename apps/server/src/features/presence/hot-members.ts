import type { Database } from '../../db/database.ts'
import { createHotCache } from './hot-cache.ts'
import { listZonesOfMember } from './presence.queries.ts'

export type HotMembers = {
  /** The zones the person is assigned to. */
  zonesOf(userId: string): Promise<ReadonlySet<string>>
  /** Asks the database before it says no: a member added a moment ago must not be turned away. */
  isMember(userId: string, zoneId: string): Promise<boolean>
  /** To be called on `membership.added` and `membership.removed`. */
  forgetUser(userId: string): void
  /** To be called when the feed was interrupted. */
  forgetAll(): void
}

/** A no from memory is trusted for this long (ms), so that nobody can make us read the database for every request. */
const TRUST_NO = 1_000

/** Memberships for the hot way. The check writer looks again, in the database, before it writes. */
export function createHotMembers(db: Pick<Database, 'asOwner'>, now: () => number = Date.now): HotMembers {
  const cache = createHotCache({
    load: async userId => ({
      readAt: now(),
      zones: new Set(
        await db.asOwner('held in memory for the member', tx => listZonesOfMember(tx, userId)),
      ) as ReadonlySet<string>,
    }),
    now,
  })
  const read = async (userId: string) =>
    (await cache.get(userId)) ?? { readAt: now(), zones: new Set<string>() }

  return {
    zonesOf: async userId => (await read(userId)).zones,
    async isMember(userId, zoneId) {
      const held = await read(userId)
      if (held.zones.has(zoneId)) return true
      if (now() - held.readAt < TRUST_NO) return false
      cache.forget(userId)
      return (await read(userId)).zones.has(zoneId)
    },
    forgetUser: cache.forget,
    forgetAll: cache.forgetAll,
  }
}
