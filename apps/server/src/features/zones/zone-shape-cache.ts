import type { LatLng } from '@muster/domain/geo/lat-lng.ts'
import type { ZoneShape } from '@muster/domain/geo/shape.ts'
import { createZoneIndex, type ZoneIndex } from '@muster/domain/zone-index.ts'
import type { Database } from '../../db/database.ts'
import { readActiveShapes, readShapesOf } from './zone-shape-cache.queries.ts'

/** Every active zone of the installation, ready to be asked which of them hold a place. */
export type ZoneShapeCache = {
  /**
   * The ids of the active zones that hold the place, or whose edge lies within `accuracyMeters` of it, the nearest centre
   * first. Says nothing about who may see them, and may be late by the time a change takes to be heard of.
   */
  around(place: LatLng, accuracyMeters: number): Promise<string[]>
  /** To be called when a zone changed in any way. */
  forgetZone(zoneId: string): void
  /** To be called when the feed was interrupted. */
  forgetAll(): void
}

/** A reading of many kilometres is near to every zone there is, and says nothing about any of them. */
const widestM = 1_000
const mostAnswered = 100

type Held = { readonly index: ZoneIndex; readonly changed: Set<string> }

/** Reads all zones when it is first asked, and afterwards only those that changed. */
export function createZoneShapeCache(db: Pick<Database, 'pool'>): ZoneShapeCache {
  let held: Promise<Held> | undefined
  /** Also while it is being filled: what is read then may be old already. */
  let changed = new Set<string>()

  async function fill(): Promise<Held> {
    changed = new Set()
    const filled: Held = { index: createZoneIndex(), changed }
    for await (const { id, shape } of readActiveShapes(db.pool)) put(filled.index, id, shape)
    return filled
  }

  async function current(): Promise<ZoneIndex> {
    held ??= fill()
    const asked = held
    try {
      const { index, changed: stale } = await asked
      if (stale.size === 0) return index
      const ids = [...stale]
      stale.clear()
      const found = await readShapesOf(db.pool, ids).catch(error => {
        for (const id of ids) stale.add(id)
        throw error
      })
      for (const id of ids) index.remove(id)
      for (const { id, shape } of found) put(index, id, shape)
      return index
    } catch (error) {
      if (held === asked) held = undefined
      throw error
    }
  }

  return {
    async around({ lat, lng }, accuracyMeters) {
      const index = await current()
      return index
        .around({ lat, lng, accuracyMeters: Math.min(accuracyMeters, widestM) })
        .toSorted((a, b) => a.verdict.distanceToCenterM - b.verdict.distanceToCenterM)
        .slice(0, mostAnswered)
        .map(({ zoneId }) => zoneId)
    },
    forgetZone: zoneId => void changed.add(zoneId),
    forgetAll() {
      held = undefined
    },
  }
}

/** A shape that cannot be tested, from before they were validated, holds nobody. */
function put(index: ZoneIndex, zoneId: string, shape: ZoneShape): void {
  try {
    index.set(zoneId, shape)
  } catch (error) {
    if (!(error instanceof RangeError)) throw error
  }
}
