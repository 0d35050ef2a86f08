import { type PreparedShape, prepareShape } from '@muster/domain/geofence.ts'
import type { ZoneStatus } from '@muster/domain/zone.ts'
import { type WidthAt, zoneWidthOf } from '@muster/domain/zone-width.ts'
import type { Database } from '../../db/database.ts'
import { createCache } from '../../lib/cache.ts'
import { gatherLoads } from '../../lib/gather-loads.ts'
import { findZones, type ZoneRow } from '../zones/index.ts'

/** What a check needs to know of a zone. */
export type CachedZone = {
  readonly id: string
  readonly name: string
  readonly status: ZoneStatus
  readonly shape: PreparedShape
  readonly widthAt: WidthAt
  /** Which of the zone's shapes it is. */
  readonly shapeVersion: number
}

export type ZoneCache = {
  /** The zone, or null when there is none. Says nothing about who may see it. */
  get(zoneId: string): CachedZone | Promise<CachedZone | null>
  /** To be called on `zone.changed` and `zone.removed`. */
  forgetZone(zoneId: string): void
  /** To be called when the feed was interrupted. */
  forgetAll(): void
}

export function createZoneCache(
  db: Pick<Database, 'asOwner'>,
  mayHold: () => boolean = () => true,
): ZoneCache {
  // Somebody in all of 500 zones asks for all of them at once: a connection for each would leave none for others.
  const cache = createCache({ mayHold, load: gatherLoads(zoneIds => readZones(db, zoneIds)) })
  return { get: cache.get, forgetZone: cache.forget, forgetAll: cache.forgetAll }
}

async function readZones(
  db: Pick<Database, 'asOwner'>,
  zoneIds: readonly string[],
): Promise<Map<string, CachedZone>> {
  const rows = await db.asOwner('held in memory for all members of the zone', tx => findZones(tx, zoneIds))
  return new Map(rows.map(row => [row.id, cachedZone(row)]))
}

function cachedZone({ id, name, status, shape, shape_version: shapeVersion }: ZoneRow): CachedZone {
  const prepared = prepareShape(shape)
  const widthAt = zoneWidthOf(shape, prepared)
  return { id, name, status: status as ZoneStatus, shape: prepared, widthAt, shapeVersion }
}
