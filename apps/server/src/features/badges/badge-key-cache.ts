import type { Database } from '../../db/database.ts'
import { createCache } from '../../lib/cache.ts'
import { gatherLoads } from '../../lib/gather-loads.ts'
import { type BadgeSender, findSenders, hashBadgeKey, updateLastUsed } from './badge-keys.queries.ts'

/** Precision in milliseconds of the last use. Coarse, because every update is a write. */
const TOUCH_INTERVAL_MS = 60_000

export type BadgeKeyCache = {
  findSender(key: string): BadgeSender | Promise<BadgeSender | null>
  forgetZone(zoneId: string): void
  forgetAll(): void
}

/** Caches the senders of badge events, because turnstiles send every few seconds. Feed events invalidate the cache. */
export function createBadgeKeyCache(
  db: Pick<Database, 'pool'>,
  canHold: () => boolean = () => true,
  now: () => number = Date.now,
): BadgeKeyCache {
  const findByHash = gatherLoads(hashes => findSenders(db.pool, hashes))
  const cache = createCache<BadgeSender>({
    mayCache: canHold,
    now,
    async load(hash) {
      const sender = await findByHash(hash)
      if (sender && now() - (sender.lastUsedAt?.getTime() ?? 0) > TOUCH_INTERVAL_MS)
        await updateLastUsed(db.pool, sender.keyId)
      return sender ?? null
    },
    listTopics: sender => [sender.zoneId],
  })
  return {
    findSender: key => cache.get(hashBadgeKey(key).toString('hex')),
    forgetZone: cache.forgetAbout,
    forgetAll: cache.forgetAll,
  }
}
