import { type PreparedShape, prepareShape } from '@muster/domain/geofence.ts'
import type { ZoneStatus } from '@muster/domain/zone.ts'
import type { Database } from '../../db/database.ts'
import { createHotCache } from '../../lib/hot-cache.ts'
import { findZone } from '../zones/index.ts'

/** What a check needs to know of a zone. */
export type HotZone = {
  readonly id: string
  readonly name: string
  readonly status: ZoneStatus
  readonly shape: PreparedShape
  /** Which of the zone's shapes it is. */
  readonly shapeVersion: number
}

export type HotZones = {
  /** The zone, or null when there is none. Says nothing about who may see it. */
  get(zoneId: string): HotZone | Promise<HotZone | null>
  /** To be called on `zone.changed` and `zone.removed`. */
  forgetZone(zoneId: string): void
  /** To be called when the feed was interrupted. */
  forgetAll(): void
}

export function createHotZones(db: Pick<Database, 'asOwner'>, mayHold: () => boolean = () => true): HotZones {
  const cache = createHotCache({ mayHold, load: zoneId => readZone(db, zoneId) })
  return { get: cache.get, forgetZone: cache.forget, forgetAll: cache.forgetAll }
}

async function readZone(db: Pick<Database, 'asOwner'>, zoneId: string): Promise<HotZone | null> {
  const row = await db.asOwner('held in memory for all members of the zone', tx => findZone(tx, zoneId))
  if (!row) return null
  const { id, name, shape_version: shapeVersion } = row
  return { id, name, status: row.status as ZoneStatus, shape: prepareShape(row.shape), shapeVersion }
}
