import { shapeCentre } from './centre.ts'
import type { LatLng } from './lat-lng.ts'
import { unrollLongitude, wrapLongitude } from './longitude.ts'
import { pointInPolygon } from './point-in-polygon.ts'
import { createRing } from './ring.ts'
import { type PolygonRings, toPolygons, type ZoneShape } from './shape.ts'

/**
 * For a label: the centre if inside, else the middle of the widest stretch along a few parallels, as JTS's InteriorPointArea.
 * Without area, the centre. Throws RangeError without points.
 */
export function pointOnSurface(shape: ZoneShape): LatLng {
  const centre = shapeCentre(shape)
  if (shape.boundary === 'rectangle' || shape.boundary === 'circle') return centre
  const polygons = toPolygons(shape)
  if (polygons.some(rings => isInPolygon(centre, rings))) return centre
  const stretches = polygons.flatMap(rings => {
    const stretch = widestStretch(rings)
    return stretch ? [stretch] : []
  })
  const widest = stretches.reduce<Stretch | undefined>(
    (best, candidate) => (best && best.width >= candidate.width ? best : candidate),
    undefined,
  )
  return widest ? widest.middle : centre
}

function isInPolygon(point: LatLng, rings: PolygonRings): boolean {
  return rings.filter(ring => pointInPolygon(point, ring)).length % 2 === 1
}

type Stretch = { middle: LatLng; width: number }

/** Returns the widest stretch inside the rings on parallels halfway between the latitudes of the corners. */
function widestStretch(rings: PolygonRings): Stretch | undefined {
  const unrolledRings = rings.map(createRing)
  const origin = unrolledRings[0]?.originLng ?? 0
  const lats = [...new Set(rings.flatMap(points => points.map(({ lat }) => lat)))].toSorted((a, b) => a - b)
  // A parallel halfway between two latitudes meets no corner. At most 16 are used, those between the latitudes that are farthest
  // apart.
  const parallels = lats
    .slice(1)
    .map((lat, n) => ({ lat: (lat + (lats[n] ?? lat)) / 2, gap: lat - (lats[n] ?? lat) }))
    .toSorted((a, b) => b.gap - a.gap)
    .slice(0, 16)
  let best: Stretch | undefined
  for (const { lat } of parallels) {
    const crossings = unrolledRings.flatMap(({ originLng, coords }) => {
      const shift = unrollLongitude(originLng, origin) - origin
      const crossings: number[] = []
      for (let i = 2; i < coords.length; i += 2) {
        const [fromLat, toLat] = [coords[i - 2] as number, coords[i] as number]
        const [fromX, toX] = [coords[i - 1] as number, coords[i + 1] as number]
        if (fromLat > lat !== toLat > lat) {
          crossings.push(shift + fromX + ((lat - fromLat) / (toLat - fromLat)) * (toX - fromX))
        }
      }
      return crossings
    })
    crossings.sort((a, b) => a - b)
    for (let i = 1; i < crossings.length; i += 2) {
      const [from, to] = [crossings[i - 1] as number, crossings[i] as number]
      if (to - from > (best?.width ?? 0)) {
        best = { middle: { lat, lng: wrapLongitude(origin + (from + to) / 2) }, width: to - from }
      }
    }
  }
  return best
}
