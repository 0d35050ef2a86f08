import type { LatLng } from '@muster/domain/geo/lat-lng.ts'
import { knownAccuracy } from '@muster/domain/geofence.ts'
import type { Database } from '../../db/database.ts'
import type { ZoneShapeCache } from '../zones/index.ts'
import { readZonesInside } from './presence.queries.ts'

/** The zones to check for an internal admin's reading without a named one, as they belong to all of them. */
export type ZonesOfAdmin = (
  userId: string,
  reading: LatLng & { accuracyMeters: number | null },
) => Promise<string[]>

/** The zones they are in, by the index over all zones, and those they were in: the reading changes nothing in others. */
export const createZonesOfAdmin =
  (db: Pick<Database, 'pool'>, zoneShapes: Pick<ZoneShapeCache, 'around'>): ZonesOfAdmin =>
  async (userId, reading) => {
    const [near, left] = await Promise.all([
      zoneShapes.around(reading, knownAccuracy(reading.accuracyMeters ?? undefined)),
      readZonesInside(db.pool, userId),
    ])
    return [...new Set([...near, ...left])]
  }
