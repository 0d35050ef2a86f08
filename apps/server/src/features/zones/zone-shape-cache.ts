import type { LatLng } from '@muster/domain/geo/lat-lng.ts'
import type { ZoneShape } from '@muster/domain/geo/shape.ts'
import { createZoneIndex, type ZoneIndex } from '@muster/domain/zone-index.ts'
import type { Database } from '../../db/database.ts'
import { readActiveShapes, readZoneShapes } from './zone-shape-cache.queries.ts'

/** A spatial index of all active zones in the installation. */
export type ZoneShapeCache = {
  /**
   * Returns the ids of active zones that contain the position or have an edge within `accuracyMeters` of it, nearest centre first.
   * Ignores who may see the zones, and lags behind changes by the delay of the feed.
   */
  around(place: LatLng, accuracyMeters: number): Promise<string[]>
  /** Call this after any change to a zone. */
  forgetZone(zoneId: string): void
  /** Call this after the feed was interrupted. */
  forgetAll(): void
}

/** Maximum accuracy radius in metres: a reading that is off by kilometres would match every zone nearby. */
const widestM = 1_000
const maxAnswered = 100

type CachedShapes = { readonly index: ZoneIndex; readonly changed: Set<string> }

/** Creates a cache that loads all zones on first use, and later only the changed ones. */
export function createZoneShapeCache(db: Pick<Database, 'pool'>): ZoneShapeCache {
  let cachedShapes: Promise<CachedShapes> | undefined
  /** Ids of changed zones. Also collected while loading, because shapes read earlier in the load may already be stale. */
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

/** Adds a shape. Shapes stored before validation existed may be untestable; they are left out, so they contain nobody. */
function put(index: ZoneIndex, zoneId: string, shape: ZoneShape): void {
  try {
    index.set(zoneId, shape)
  } catch (error) {
    if (!(error instanceof RangeError)) throw error
  }
}
