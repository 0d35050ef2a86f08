import type { LatLng } from '@muster/domain/geo/lat-lng.ts'
import type { ZoneShape } from '@muster/domain/geo/shape.ts'
import { createZoneIndex, type ZoneIndex } from '@muster/domain/zone-index.ts'
import type { Database } from '../../db/database.ts'
import { readActiveShapes, readZoneShapes } from './zone-shape-cache.queries.ts'

/** A spatial index of all active zones in the installation. */
export type ZoneShapeCache = {
  /**
   * Active, containing it or within `accuracyMeters` (at most 1,000), nearest centre first; default `limit` 100. Ignores who may see
   * them; lags by the feed.
   */
  around(place: LatLng, accuracyMeters: number, limit?: number): Promise<string[]>
  /** Call this after any change to a zone. */
  forgetZone(zoneId: string): void
  /** Call this after the feed was interrupted. */
  forgetAll(): void
}

/** Maximum accuracy radius in metres, because a reading that is off by kilometres would match every zone nearby. */
const maxAccuracyM = 1_000
const maxResults = 100

type CachedShapes = { readonly index: ZoneIndex; readonly changed: Set<string> }

/** Creates a cache that loads all zones on first use, and later only the changed ones. */
export function createZoneShapeCache(db: Pick<Database, 'pool'>): ZoneShapeCache {
  let cachedShapes: Promise<CachedShapes> | undefined
  /** Ids of changed zones. Also collected while loading, because shapes read earlier in the load may already be stale. */
  let changedIds = new Set<string>()

  async function loadShapes(): Promise<CachedShapes> {
    changedIds = new Set()
    const loadedShapes: CachedShapes = { index: createZoneIndex(), changed: changedIds }
    for await (const { id, shape } of readActiveShapes(db.pool)) addShape(loadedShapes.index, id, shape)
    return loadedShapes
  }

  async function readIndex(): Promise<ZoneIndex> {
    cachedShapes ??= loadShapes()
    const loadingShapes = cachedShapes
    try {
      const { index, changed: staleIds } = await loadingShapes
      if (staleIds.size === 0) return index
      const ids = [...staleIds]
      staleIds.clear()
      const shapes = await readZoneShapes(db.pool, ids).catch(error => {
        for (const id of ids) staleIds.add(id)
        throw error
      })
      for (const id of ids) index.remove(id)
      for (const { id, shape } of shapes) addShape(index, id, shape)
      return index
    } catch (error) {
      if (cachedShapes === loadingShapes) cachedShapes = undefined
      throw error
    }
  }

  return {
    async around({ lat, lng }, accuracyMeters, limit = maxResults) {
      const index = await readIndex()
      return index
        .around({ lat, lng, accuracyMeters: Math.min(accuracyMeters, maxAccuracyM) })
        .toSorted((a, b) => a.verdict.distanceToCenterM - b.verdict.distanceToCenterM)
        .slice(0, limit)
        .map(({ zoneId }) => zoneId)
    },
    forgetZone: zoneId => void changedIds.add(zoneId),
    forgetAll() {
      cachedShapes = undefined
    },
  }
}

/** Shapes stored before validation existed may be invalid; they are left out, so nobody is inside them. */
function addShape(index: ZoneIndex, zoneId: string, shape: ZoneShape): void {
  try {
    index.set(zoneId, shape)
  } catch (error) {
    if (!(error instanceof RangeError)) throw error
  }
}
