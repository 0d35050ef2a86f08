import type { ChangesCaches } from '../../live/event-rules.ts'
import type { Feature } from '../../platform/feature.ts'
import type { Platform } from '../../platform/platform.ts'
import { searchList } from '../../platform/search.ts'
import { verifySecret } from '../../rpc/hashing.ts'
import { createRateLimit } from '../../rpc/rate-limit.ts'
import type { MapSettingCache } from '../maps/index.ts'
import { createGeocoder } from './geocoder.ts'
import { createGeocoderQueue } from './geocoder-queue.ts'
import { deleteExpiredEntries } from './zone-entries.queries.ts'
import { zoneRequestsProcedures } from './zone-requests.procedures.ts'
import { createZoneShapeCache, type ZoneShapeCache } from './zone-shape-cache.ts'
import { zonesEvents } from './zones.events.ts'
import { zonesPersonalData } from './zones.personal-data.ts'
import { zonesProcedures } from './zones.procedures.ts'

type Zone = { id: string; name: string; description: string | null }

const zonesSearches = {
  zones: searchList<Zone>(
    async (lists, { text, allZones, limit }) =>
      (
        await (allZones
          ? lists.zones.all({ search: text, limit })
          : lists.zones.available({ search: text, limit }))
      ).rows,
    ({ id, name, description }) => ({ id, title: name, text: description ?? '', zone: null, at: null }),
  ),
}

type ZoneCaches = ChangesCaches<'zones' | 'actorZones'> & {
  readonly caches: { readonly zoneShapes: ZoneShapeCache; readonly map: MapSettingCache }
}

function createZoneTools({
  db,
  env,
  caches,
  version,
}: Platform & ZoneCaches): Parameters<typeof zonesProcedures>[0] {
  const rateLimit = createRateLimit(db.pool, { name: 'geocoder', points: 1, seconds: 1 })
  return {
    verifyPin: verifySecret,
    most: { inAll: env.ZONES_MOST, ofOne: env.ZONES_MOST_PER_PERSON },
    zoneShapes: caches.zoneShapes,
    geocoder: createGeocoder({
      target: () => caches.map.current().geocoder,
      userAgent: `Muster/${version} (${env.PUBLIC_URL})`,
      wait: createGeocoderQueue(rateLimit),
    }),
    forgetZone(zoneId) {
      caches.zones.forgetZone(zoneId)
      caches.actorZones.forgetZone(zoneId)
    },
  }
}

export const zonesFeature = {
  procedures: (services: Parameters<typeof createZoneTools>[0]) => ({
    zones: zonesProcedures(createZoneTools(services)),
    zoneRequests: zoneRequestsProcedures(services),
  }),
  events: zonesEvents,
  caches: ({ db }: Platform) => ({ zoneShapes: createZoneShapeCache(db) }),
  expired: { zoneEntries: deleteExpiredEntries },
  searches: zonesSearches,
  personalData: zonesPersonalData,
} satisfies Feature
