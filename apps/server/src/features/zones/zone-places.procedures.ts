import { maxPlaces } from '@muster/contract/zone-places.ts'
import { api, signedIn } from '../../rpc/base.ts'
import type { Geocoder } from './geocoder.ts'
import { findZonesByName, listVisibleZones } from './zone-places.queries.ts'
import type { ZoneShapeCache } from './zone-shape-cache.ts'
import { zonePlaceView } from './zones.view.ts'

const searchLimit = { name: 'place-search', points: 60, seconds: 60 }

export type PlacesDeps = {
  readonly zoneShapes: Pick<ZoneShapeCache, 'around'>
  readonly geocoder: Geocoder
}

/** Procedures that search for places and find the zones at a position. */
export const zonePlacesProcedures = ({ zoneShapes, geocoder }: PlacesDeps) => ({
  places: api.zones.places
    .use(signedIn(null, { rateLimit: searchLimit, withoutTx: 'no connection waits for the geocoder' }))
    .handler(async ({ context: { db, actor }, input: { q } }) => {
      const [zones, results] = await Promise.all([
        db.asActor(actor, tx => findZonesByName(tx, q, maxPlaces)),
        geocoder.find(q, maxPlaces),
      ])
      return { zones: zones.map(zonePlaceView), ...results }
    }),

  at: api.zones.at
    .use(signedIn(null, { withoutTx: 'the shapes are held in memory' }))
    .handler(async ({ context: { db, actor }, input }) => {
      const ids = await zoneShapes.around(input, 0)
      const zones = await db.asActor(actor, tx => listVisibleZones(tx, ids, maxPlaces))
      return { zones: zones.map(zonePlaceView) }
    }),
})
