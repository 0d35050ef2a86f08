import type { Bounds } from './geo/bounds.ts'
import { boundsAround } from './geo/bounds-around.ts'
import { createBoxGrid } from './geo/box-grid.ts'
import type { ZoneShape } from './geo/shape.ts'
import { shapeBounds } from './geo/shape-bounds.ts'
import {
  accuracyOrDefault,
  decidePrepared,
  type GeofenceReading,
  type PreparedShape,
  prepareShape,
  type Verdict,
} from './geofence.ts'

/** A zone that contains or may contain a reading. */
export type ZoneVerdict = { readonly zoneId: string; readonly verdict: Verdict }

/** A spatial index of zones, prepared for locating readings. */
export type ZoneIndex = {
  /** Adds the zone or replaces its shape. Throws RangeError for a ring of fewer than three points. */
  set(zoneId: string, shape: ZoneShape): void
  /** Removes a zone. Returns true if it was present. */
  remove(zoneId: string): boolean
  /** Returns the prepared shape of one zone, for `decidePrepared`. */
  get(zoneId: string): PreparedShape | undefined
  readonly size: number
  /**
   * In no order; the reading is certainly outside all others. Time depends on nearby zones, so an accuracy of many kilometres takes
   * longer.
   */
  around(reading: GeofenceReading): ZoneVerdict[]
}

type IndexedZone = { readonly zoneId: string; readonly bounds: Bounds; readonly shape: PreparedShape }

export function createZoneIndex(): ZoneIndex {
  const zonesById = new Map<string, IndexedZone>()
  const grid = createBoxGrid<IndexedZone>()

  function remove(zoneId: string): boolean {
    const existing = zonesById.get(zoneId)
    if (!existing) return false
    zonesById.delete(zoneId)
    return grid.remove(existing.bounds, existing)
  }

  return {
    set(zoneId, shape) {
      const entry = { zoneId, bounds: shapeBounds(shape), shape: prepareShape(shape) }
      remove(zoneId)
      zonesById.set(zoneId, entry)
      grid.add(entry.bounds, entry)
    },
    remove,
    get: zoneId => zonesById.get(zoneId)?.shape,
    get size() {
      return zonesById.size
    },
    around(reading) {
      const verdicts: ZoneVerdict[] = []
      grid.overlapping(
        boundsAround(reading, accuracyOrDefault(reading.accuracyMeters)),
        ({ zoneId, shape }) => {
          const verdict = decidePrepared(shape, reading)
          if (verdict.inside || verdict.certainty === 'uncertain') verdicts.push({ zoneId, verdict })
        },
      )
      return verdicts
    },
  }
}
