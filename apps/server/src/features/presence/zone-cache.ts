import { type PreparedShape, prepareShape } from '@muster/domain/geofence.ts'
import type { ZoneStatus } from '@muster/domain/zone.ts'
import { measureZoneWidth, type WidthAt } from '@muster/domain/zone-width.ts'
import type { Database } from '../../db/database.ts'
import { createCache } from '../../lib/cache.ts'
import { gatherLoads } from '../../lib/gather-loads.ts'
import { findZones, type ZoneRow } from '../zones/index.ts'

/** The data of a zone that a check needs. */
export type CachedZone = {
  readonly id: string
  readonly name: string
  readonly status: ZoneStatus
  readonly shape: PreparedShape
  readonly widthAt: WidthAt
  readonly shapeVersion: number
}

export type ZoneCache = {
  /** Returns the zone, or null if there is none. Does not check who may see it. */
  get(zoneId: string): CachedZone | Promise<CachedZone | null>
  /** Called on `zone.changed` and `zone.removed`. */
  forgetZone(zoneId: string): void
  /** Called when the feed was interrupted. */
  forgetAll(): void
}

export function createZoneCache(
  db: Pick<Database, 'asOwner'>,
  isCachingAllowed: () => boolean = () => true,
): ZoneCache {
  // Load zones that are requested together in one query. A person may be in all 500 zones, and one connection for each would leave
  // none for others.
  const cache = createCache({
    mayCache: isCachingAllowed,
    load: gatherLoads(zoneIds => readZones(db, zoneIds)),
  })
  return { get: cache.get, forgetZone: cache.forget, forgetAll: cache.forgetAll }
}

async function readZones(
  db: Pick<Database, 'asOwner'>,
  zoneIds: readonly string[],
): Promise<Map<string, CachedZone>> {
  const rows = await db.asOwner('held in memory for all members of the zone', tx => findZones(tx, zoneIds))
  return new Map(rows.map(row => [row.id, toCachedZone(row)]))
}

function toCachedZone({ id, name, status, shape, shape_version: shapeVersion }: ZoneRow): CachedZone {
  const preparedShape = prepareShape(shape)
  const widthAt = measureZoneWidth(shape, preparedShape)
  return { id, name, status: status as ZoneStatus, shape: preparedShape, widthAt, shapeVersion }
}
