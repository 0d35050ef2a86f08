import type { Database } from '../../db/database.ts'
import { createCache } from '../../lib/cache.ts'
import { gatherLoads } from '../../lib/gather-loads.ts'
import { whenKnown } from '../../lib/when-known.ts'
import { readZonesOfMembers, type ZonesOfMember } from './presence.queries.ts'

export type MemberCache = {
  /** The zones the person is a member of; not those they were only invited to. At once where they are held. */
  zonesOf(userId: string): ReadonlySet<string> | Promise<ReadonlySet<string>>
  /** Why nothing of the person is taken: they withdrew the consent to being located, or never gave it. Undefined where they agree. */
  consentRefusalOf(userId: string): ConsentRefusal | undefined | Promise<ConsentRefusal | undefined>
  /** Asks the database before it says no: a member added a moment ago must not be turned away. */
  isMember(userId: string, zoneId: string): boolean | Promise<boolean>
  /** To be called when memberships of the person were added, accepted or removed, and when they decided about being located. */
  forgetUser(userId: string): void
  /** To be called when the feed was interrupted. */
  forgetAll(): void
}

export type ConsentRefusal = 'CONSENT_WITHDRAWN' | 'CONSENT_NEEDED'

type Held = {
  readonly zones: ReadonlySet<string>
  readonly consent: ZonesOfMember['consent']
  readonly readAt: number
}

/** A no from memory is trusted for this long (ms), so that nobody can make us read the database for every request. */
const TRUST_NO = 1_000

/** Memberships for the hot path. The check writer looks again, in the database, before it writes. */
export function createMemberCache(
  db: Pick<Database, 'pool'>,
  mayHold: () => boolean = () => true,
  now: () => number = Date.now,
): MemberCache {
  const cache = createCache<Held>({ load: gatherLoads(read), mayHold, now })

  async function read(userIds: readonly string[]): Promise<Map<string, Held>> {
    const readAt = now()
    const found = await readZonesOfMembers(db.pool, userIds)
    return new Map(
      [...found].map(([userId, { zones, consent }]) => [userId, { readAt, zones: new Set(zones), consent }]),
    )
  }

  async function askAgain(userId: string, zoneId: string): Promise<boolean> {
    const held = await cache.get(userId)
    if (held?.zones.has(zoneId)) return true
    if (held && now() - held.readAt < TRUST_NO) return false
    return (await cache.read(userId))?.zones.has(zoneId) ?? false
  }

  return {
    zonesOf: userId =>
      whenKnown<Held | null, ReadonlySet<string>>(cache.get(userId), held => held?.zones ?? new Set()),
    consentRefusalOf: userId => whenKnown(cache.get(userId), held => refusalOf(held?.consent ?? null)),
    isMember(userId, zoneId) {
      const held = cache.get(userId)
      return ('zones' in held && held.zones.has(zoneId)) || askAgain(userId, zoneId)
    },
    forgetUser: cache.forget,
    forgetAll: cache.forgetAll,
  }
}

const refusalOf = (consent: Held['consent']): ConsentRefusal | undefined => {
  if (consent === 'given') return undefined
  return consent === 'withdrawn' ? 'CONSENT_WITHDRAWN' : 'CONSENT_NEEDED'
}
