import type { LatLng } from '@muster/domain/geo/lat-lng.ts'
import { accuracyOrDefault } from '@muster/domain/geofence.ts'
import type { Database } from '../../db/database.ts'
import type { ZoneShapeCache } from '../zones/index.ts'
import { readZonesInside } from './presence.queries.ts'

/**
 * A function that finds the zones to check for an internal admin's reading, in addition to any it names, because internal admins
 * have access to every zone.
 */
export type ZonesOfAdmin = (
  userId: string,
  reading: LatLng & { accuracyMeters: number | null },
) => Promise<string[]>

/**
 * Creates a function that finds the zones at the position, using the spatial index, and those the admin was inside. Other zones are
 * left out, because the reading changes nothing there.
 */
export const createZonesOfAdmin =
  (db: Pick<Database, 'pool'>, zoneShapes: Pick<ZoneShapeCache, 'around'>): ZonesOfAdmin =>
  async (userId, reading) => {
    const [nearbyIds, previousIds] = await Promise.all([
      zoneShapes.around(reading, accuracyOrDefault(reading.accuracyMeters ?? undefined)),
      readZonesInside(db.pool, userId),
    ])
    return [...new Set([...nearbyIds, ...previousIds])]
  }
