import type { LatLng } from '@muster/domain/geo/lat-lng.ts'
import type { ZoneShape } from '@muster/domain/geo/shape.ts'
import { createZoneIndex, type ZoneIndex } from '@muster/domain/zone-index.ts'
import type { Database } from '../../db/database.ts'
import { readActiveShapes, readZoneShapes } from './zone-shape-cache.queries.ts'

/** An index of every active zone of the installation by position. */
export type ZoneShapeCache = {
  /**
   * The ids of the active zones that contain the position, or whose edge lies within `accuracyMeters` of it, nearest centre first.
   * Does not check who may see them, and lags behind changes by the delay of the feed.
   */
  around(place: LatLng, accuracyMeters: number): Promise<string[]>
  /** Called when a zone has changed in any way. */
  forgetZone(zoneId: string): void
  /** Called when the feed was interrupted. */
  forgetAll(): void
}

/** Maximum accuracy (m) taken into account: a less accurate reading is near many zones and says nothing about any of them. */
const widestM = 1_000
const maxAnswered = 100

type CachedShapes = { readonly index: ZoneIndex; readonly changed: Set<string> }

/** Loads all zones on first use, and afterwards only those that changed. */
export function createZoneShapeCache(db: Pick<Database, 'pool'>): ZoneShapeCache {
  let cachedShapes: Promise<CachedShapes> | undefined
  /** Zones to read again. It is filled during loading too, because data read then may already be stale. */
  let changed = new Set<string>()

  async function fill(): Promise<CachedShapes> {
    changed = new Set()
    const filled: CachedShapes = { index: createZoneIndex(), changed }
    for await (const { id, shape } of readActiveShapes(db.pool)) put(filled.index, id, shape)
    return filled
  }

  async function current(): Promise<ZoneIndex> {
    cachedShapes ??= fill()
    const loading = cachedShapes
    try {
      const { index, changed: stale } = await loading
      if (stale.size === 0) return index
      const ids = [...stale]
      stale.clear()
      const shapes = await readZoneShapes(db.pool, ids).catch(error => {
        for (const id of ids) stale.add(id)
        throw error
      })
      for (const id of ids) index.remove(id)
      for (const { id, shape } of shapes) put(index, id, shape)
      return index
    } catch (error) {
      if (cachedShapes === loading) cachedShapes = undefined
      throw error
    }
  }

  return {
    async around({ lat, lng }, accuracyMeters) {
      const index = await current()
      return index
        .around({ lat, lng, accuracyMeters: Math.min(accuracyMeters, widestM) })
        .toSorted((a, b) => a.verdict.distanceToCenterM - b.verdict.distanceToCenterM)
        .slice(0, maxAnswered)
        .map(({ zoneId }) => zoneId)
    },
    forgetZone: zoneId => void changed.add(zoneId),
    forgetAll() {
      cachedShapes = undefined
    },
  }
}

/** Adds a zone to the index. A shape from before shapes were validated may be unusable and then contains nobody. */
function put(index: ZoneIndex, zoneId: string, shape: ZoneShape): void {
  try {
    index.set(zoneId, shape)
  } catch (error) {
    if (!(error instanceof RangeError)) throw error
  }
}
