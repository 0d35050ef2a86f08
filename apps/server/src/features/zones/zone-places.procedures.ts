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
const neighbourDistanceM = 1_000
const maxNeighbours = 100
/** The zones at a position among which those that the actor may see are looked up. */
const maxCandidates = 1_000

function sortByIds<Row extends { id: string }>(rows: readonly Row[], ids: readonly string[]): Row[] {
  const rowsById = new Map(rows.map(row => [row.id, row]))
  return ids.flatMap(id => rowsById.get(id) ?? [])
}

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
      // The nearest are chosen after visibility, so that zones of others do not hide the actor's own.
      const ids = await zoneShapes.around(input, neighbourDistanceM, maxCandidates)
      const zones = await db.asActor(actor, tx => listVisibleZones(tx, ids, ids.length))
      return {
        zones: sortByIds(zones, ids).slice(0, maxNeighbours).map(nearZoneView),
        placeSearch: geocoder.isOn(),
      }
    }),

  at: api.zones.at
    .use(signedIn(null, { withoutTx: 'the shapes are held in memory' }))
    .handler(async ({ context: { db, actor }, input }) => {
      const ids = await zoneShapes.around(input, 0)
      const zones = await db.asActor(actor, tx => listVisibleZones(tx, ids, maxPlaces))
      return { zones: zones.map(zonePlaceView) }
    }),
})
