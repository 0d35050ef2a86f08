import type { LatLng } from '@muster/domain/geo/lat-lng.ts'
import { bbox, booleanPointInPolygon, polygon } from '@turf/turf'
import { processorMs } from './processor-ms.ts'
import { createZone } from './zones.ts'

export type TurfRun = {
  /** Milliseconds of CPU time to match one point against all zones. */
  readonly msPerPlace: number
  /** Milliseconds of CPU time for the same match if every zone has a bounding box, which Turf checks first. */
  readonly msPerPlaceWithBoxes: number
  /** The zones that contain each point. */
  readonly inside: readonly Set<number>[]
}

/**
 * Matches each point against all zones with Turf. Zones are created in batches outside the measured time, because all of them
 * together do not fit into memory as GeoJSON.
 */
export function runTurf(count: number, places: readonly LatLng[]): TurfRun {
  const points = places.map(({ lat, lng }) => [lng, lat])
  const zonesByPoint = places.map(() => new Set<number>())
  let plainMs = 0
  let boxedMs = 0
  for (let from = 0; from < count; from += 200) {
    const zones = Array.from({ length: Math.min(200, count - from) }, (_, n) => geoJson(from + n, count))
    let startedAt = processorMs()
    points.forEach((point, pointIndex) => {
      zones.forEach((zone, n) => {
        if (booleanPointInPolygon(point, zone)) zonesByPoint[pointIndex]?.add(from + n)
      })
    })
    plainMs += processorMs() - startedAt
    for (const zone of zones) zone.bbox = bbox(zone)
    startedAt = processorMs()
    for (const point of points) for (const zone of zones) booleanPointInPolygon(point, zone)
    boxedMs += processorMs() - startedAt
  }
  return {
    msPerPlace: plainMs / places.length,
    msPerPlaceWithBoxes: boxedMs / places.length,
    inside: zonesByPoint,
  }
}

function geoJson(n: number, count: number) {
  const [rings = []] = createZone(n, count).polygons
  const closedRings = rings.map(points =>
    [...points, ...points.slice(0, 1)].map(({ lat, lng }) => [lng, lat]),
  )
  return polygon(closedRings).geometry
}
