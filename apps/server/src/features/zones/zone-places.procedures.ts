import { maxPlaces } from '@muster/contract/zone-places.ts'
import { api, signedIn } from '../../rpc/base.ts'
import type { Geocoder } from './geocoder.ts'
import { findZonesByName, listVisibleZones } from './zone-places.queries.ts'
import type { ZoneShapeCache } from './zone-shape-cache.ts'
import { nearZoneView, zonePlaceView } from './zones.view.ts'

const nearLimit = { name: 'zones-near', points: 60, seconds: 60 }
const searchLimit = { name: 'place-search', points: 60, seconds: 60 }

export type PlacesDeps = {
  readonly zoneShapes: Pick<ZoneShapeCache, 'around'>
  readonly geocoder: Geocoder
}

/** The distance in metres within which a zone is a neighbour. */
const nearM = 1_000

const sortByIds = <Row extends { id: string }>(rows: readonly Row[], ids: readonly string[]): Row[] =>
  rows.toSorted((a, b) => ids.indexOf(a.id) - ids.indexOf(b.id))

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

  near: api.zones.near
    .use(signedIn(null, { rateLimit: nearLimit, withoutTx: 'the shapes are held in memory' }))
    .handler(async ({ context: { db, actor }, input }) => {
      const ids = await zoneShapes.around(input, nearM)
      const zones = await db.asActor(actor, tx => listVisibleZones(tx, ids, ids.length))
      return { zones: sortByIds(zones, ids).map(nearZoneView), placeSearch: geocoder.isOn() }
    }),

  at: api.zones.at
    .use(signedIn(null, { withoutTx: 'the shapes are held in memory' }))
    .handler(async ({ context: { db, actor }, input }) => {
      const ids = await zoneShapes.around(input, 0)
      const zones = await db.asActor(actor, tx => listVisibleZones(tx, ids, maxPlaces))
      return { zones: zones.map(zonePlaceView) }
    }),
})
