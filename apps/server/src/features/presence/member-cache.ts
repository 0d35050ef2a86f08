import type { Database } from '../../db/database.ts'
import { createCache } from '../../lib/cache.ts'
import { gatherLoads } from '../../lib/gather-loads.ts'
import { whenKnown } from '../../lib/when-known.ts'
import { readZonesOfMembers, type ZonesOfMember } from './presence.queries.ts'

export type MemberCache = {
  /** Returns the zones the person is a member of; pending invitations are excluded. Synchronous if cached. */
  findZones(userId: string): ReadonlySet<string> | Promise<ReadonlySet<string>>
  /**
   * Returns the reason why the person's readings are not recorded, because they withdrew location consent or never gave it;
   * undefined if they gave consent.
   */
  findConsentRefusal(userId: string): ConsentRefusal | undefined | Promise<ConsentRefusal | undefined>
  /**
   * True if the person is a member. The database is queried before returning false, unless it refused this zone within
   * `REFUSAL_TTL_MS`, so that a new member is not refused.
   */
  isMember(userId: string, zoneId: string): boolean | Promise<boolean>
  /** Clears a person's entries. Call it when a membership was added, accepted or removed, or location consent changed. */
  forgetUser(userId: string): void
  /** Called when the feed was interrupted. */
  forgetAll(): void
}

export type ConsentRefusal = 'CONSENT_WITHDRAWN' | 'CONSENT_NEEDED'

type CachedMember = {
  readonly zones: ReadonlySet<string>
  readonly consent: ZonesOfMember['consent']
  readonly readAt: number
  /** The zones that this reading of the database, or one shortly before, was asked about and refused. */
  readonly refused: Set<string>
}

/** In ms: a sender cannot cause a query with each request. Short, because somebody just refused may be added meanwhile. */
const REFUSAL_TTL_MS = 250
/** Maximum refused zones that are remembered per person. */
const MAX_REFUSED = 100

/** For the hot path. The check writer verifies membership and consent in the database before it writes. */
export function createMemberCache(
  db: Pick<Database, 'pool'>,
  isCachingAllowed: () => boolean = () => true,
  now: () => number = Date.now,
): MemberCache {
  const cache = createCache<CachedMember>({ load: gatherLoads(read), mayCache: isCachingAllowed, now })

  async function read(userIds: readonly string[]): Promise<Map<string, CachedMember>> {
    const readAt = now()
    const rows = await readZonesOfMembers(db.pool, userIds)
    return new Map(
      [...rows].map(([userId, { zones, consent }]) => [
        userId,
        { readAt, zones: new Set(zones), consent, refused: new Set() },
      ]),
    )
  }

  async function refetch(userId: string, zoneId: string): Promise<boolean> {
    const requestedAt = now()
    const cachedMember = await cache.get(userId)
    if (cachedMember?.zones.has(zoneId)) return true
    const isFresh = cachedMember && requestedAt - cachedMember.readAt < REFUSAL_TTL_MS
    if (isFresh && cachedMember.refused.has(zoneId)) return false
    const wasReadNow = cachedMember && cachedMember.readAt >= requestedAt
    const member = wasReadNow ? cachedMember : await cache.read(userId)
    if (!member || member.zones.has(zoneId)) return member !== null
    for (const refused of [zoneId, ...(isFresh ? cachedMember.refused : [])])
      if (member.refused.size < MAX_REFUSED) member.refused.add(refused)
    return false
  }

  return {
    findZones: userId =>
      whenKnown<CachedMember | null, ReadonlySet<string>>(
        cache.get(userId),
        cached => cached?.zones ?? new Set(),
      ),
    findConsentRefusal: userId => whenKnown(cache.get(userId), cached => toRefusal(cached?.consent ?? null)),
    isMember(userId, zoneId) {
      const cachedMember = cache.get(userId)
      return ('zones' in cachedMember && cachedMember.zones.has(zoneId)) || refetch(userId, zoneId)
    },
    forgetUser: cache.forget,
    forgetAll: cache.forgetAll,
  }
}

const toRefusal = (consent: CachedMember['consent']): ConsentRefusal | undefined => {
  if (consent === 'given') return undefined
  return consent === 'withdrawn' ? 'CONSENT_WITHDRAWN' : 'CONSENT_NEEDED'
}
