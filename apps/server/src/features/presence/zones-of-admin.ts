import type { LatLng } from '@muster/domain/geo/lat-lng.ts'
import { knownAccuracy } from '@muster/domain/geofence.ts'
import type { Database } from '../../db/database.ts'
import type { ZoneShapeCache } from '../zones/index.ts'
import { readZonesInside } from './presence.queries.ts'

/** The zones that a reading of an internal admin, who belongs to all of them, is held against when it names none. */
export type ZonesOfAdmin = (
  userId: string,
  reading: LatLng & { accuracyMeters: number | null },
) => Promise<string[]>

/** Where they are, by the index over all zones, and where they were: of all others the reading says nothing new. */
export const createZonesOfAdmin =
  (db: Pick<Database, 'pool'>, zoneShapes: Pick<ZoneShapeCache, 'around'>): ZonesOfAdmin =>
  async (userId, reading) => {
    const [near, left] = await Promise.all([
      zoneShapes.around(reading, knownAccuracy(reading.accuracyMeters ?? undefined)),
      readZonesInside(db.pool, userId),
    ])
    return [...new Set([...near, ...left])]
  }
