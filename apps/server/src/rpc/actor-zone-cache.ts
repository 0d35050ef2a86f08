import type { Database } from '../db/database.ts'
import { createCache } from '../lib/cache.ts'
import { gatherLoads } from '../lib/gather-loads.ts'
import { type ActorZoneKey, type ActorZoneRow, readActorZones } from './base.queries.ts'
import type { ActiveSession } from './sessions.ts'

/** Caches zones with each session's access to them, for frequent calls that would otherwise read the same rows again. */
export type ActorZoneCache = {
  /** The zone as this session sees it, if cached and trusted. Does not check access. */
  get(actor: ActiveSession, zoneId: string): ActorZoneRow | undefined
  /** Reads the zone and caches it. A missing zone is not cached, because it may exist a moment later. */
  read(actor: ActiveSession, zoneId: string): Promise<ActorZoneRow | null>
  /** Called when the person's account, a membership or a PIN entry changed. */
  forgetUser(userId: string): void
  /** Called when the zone changed. */
  forgetZone(zoneId: string): void
  forgetAll(): void
}

type Options = {
  readonly load: (keys: readonly ActorZoneKey[]) => Promise<readonly (ActorZoneRow | undefined)[]>
  /** False while changes are not announced in time; every call then reads the database. */
  readonly mayCache: () => boolean
  readonly now?: () => number
}
type CachedZone = { readonly row: ActorZoneRow; readonly key: ActorZoneKey }

export function createActorZoneCache({ load, mayCache: canCache, now }: Options): ActorZoneCache {
  const cache = createCache<CachedZone>({
    mayCache: canCache,
    ...(now && { now }),
    load: gatherLoads(async keyTexts => {
      const keys = keyTexts.map(toKey)
      const rows = await load(keys)
      const cachedByKey = new Map<string, CachedZone>()
      for (const [index, keyText] of keyTexts.entries()) {
        const [row, key] = [rows[index], keys[index]]
        if (row && key) cachedByKey.set(keyText, { row, key })
      }
      return cachedByKey
    }),
    findEnd: ({ row }) => row.entryEnds?.getTime() ?? Number.POSITIVE_INFINITY,
    listTopics: ({ key }) => [key.userId, key.zoneId],
  })
  return {
    get: (actor, zoneId) => cache.held(toKeyText(actor, zoneId))?.row,
    read: async (actor, zoneId) => (await cache.read(toKeyText(actor, zoneId)))?.row ?? null,
    forgetUser: cache.forgetAbout,
    forgetZone: cache.forgetAbout,
    forgetAll: cache.forgetAll,
  }
}

/** Creates the cache's loader. It reads zones without row-level security, because the calls that use the cache check access. */
export const readUserActorZones =
  (db: Pick<Database, 'pool'>): Options['load'] =>
  keys =>
    readActorZones(db.pool, keys)

const toKeyText = ({ sessionId, userId }: ActiveSession, zoneId: string) =>
  `${sessionId} ${userId} ${zoneId.toLowerCase()}`

function toKey(text: string): ActorZoneKey {
  const [sessionId = '', userId = '', zoneId = ''] = text.split(' ')
  return { sessionId, userId, zoneId }
}
