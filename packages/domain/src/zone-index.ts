import type { Bounds } from './geo/bounds.ts'
import { boundsAround } from './geo/bounds-around.ts'
import { createBoxGrid } from './geo/box-grid.ts'
import type { ZoneShape } from './geo/shape.ts'
import { shapeBounds } from './geo/shape-bounds.ts'
import {
  decidePrepared,
  type GeofenceReading,
  knownAccuracy,
  type PreparedShape,
  prepareShape,
  type Verdict,
} from './geofence.ts'

/** A zone that a reading lies in, or may lie in. */
export type ZoneVerdict = { readonly zoneId: string; readonly verdict: Verdict }

/** All zones of an organisation, made ready to be asked where a reading lies. */
export type ZoneIndex = {
  /** Adds the zone, or gives it another shape. RangeError for a shape without area; see `prepareShape`. */
  set(zoneId: string, shape: ZoneShape): void
  /** True when the zone was there. */
  remove(zoneId: string): boolean
  /** The prepared shape of one zone, to be asked by `decidePrepared`. */
  get(zoneId: string): PreparedShape | undefined
  readonly size: number
  /**
   * Every zone that the reading lies in, and every one whose edge lies within its accuracy, in no order. The verdicts are those
   * of `decide`. All other zones: certainly outside. The time depends on the zones near by and not on how many there are;
   * a reading of many kilometres of accuracy is near to many.
   */
  around(reading: GeofenceReading): ZoneVerdict[]
}

type Held = { readonly zoneId: string; readonly bounds: Bounds; readonly shape: PreparedShape }

export function createZoneIndex(): ZoneIndex {
  const zones = new Map<string, Held>()
  const grid = createBoxGrid<Held>()

  function remove(zoneId: string): boolean {
    const held = zones.get(zoneId)
    if (!held) return false
    zones.delete(zoneId)
    return grid.remove(held.bounds, held)
  }

  return {
    set(zoneId, shape) {
      const held = { zoneId, bounds: shapeBounds(shape), shape: prepareShape(shape) }
      remove(zoneId)
      zones.set(zoneId, held)
      grid.add(held.bounds, held)
    },
    remove,
    get: zoneId => zones.get(zoneId)?.shape,
    get size() {
      return zones.size
    },
    around(reading) {
      const found: ZoneVerdict[] = []
      grid.overlapping(boundsAround(reading, knownAccuracy(reading.accuracyMeters)), ({ zoneId, shape }) => {
        const verdict = decidePrepared(shape, reading)
        if (verdict.inside || verdict.certainty === 'uncertain') found.push({ zoneId, verdict })
      })
      return found
    },
  }
}
