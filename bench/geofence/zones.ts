import type { LatLng } from '@muster/domain/geo/lat-lng.ts'
import type { MultiPolygonShape } from '@muster/domain/geo/shape.ts'

const minVertices = 20
const maxVertices = 2_000
/** Metres between the centres of neighbouring zones: as dense as sites in a city, for any number of zones. */
const spacingM = 300
const metersPerDegree = 111_195
const origin: LatLng = { lat: 28.2, lng: 76.8 }

/** Returns a generator of numbers from 0 to 1, the same in every run (mulberry32, T. Ettinger, 2017). */
export function createRandom(seed: number): () => number {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let t = Math.imul(state ^ (state >>> 15), 1 | state)
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t
    return ((t ^ (t >>> 14)) >>> 0) / 2 ** 32
  }
}

/**
 * Creates zone `n` of `count`: an irregular outline with a mean radius of 90 to 180 m around its position in a square grid of
 * zones, so that some neighbours overlap. It has 20 to 2,000 vertices with a median of 200; every tenth zone has a hole. Each call
 * creates the zone anew, because keeping all zones as objects would need more memory than both implementations together.
 */
export function createZone(n: number, count: number): MultiPolygonShape {
  const random = createRandom(n + 1)
  const perSide = Math.ceil(Math.sqrt(count))
  const north = (Math.floor(n / perSide) + random() - 0.5) * spacingM
  const east = ((n % perSide) + random() - 0.5) * spacingM
  const vertices = Math.round(minVertices * (maxVertices / minVertices) ** random())
  const radiusM = 90 + 90 * random()
  const phases = [random() * 7, random() * 7, random() * 7] as const
  const ring = (corners: number, size: number): LatLng[] =>
    Array.from({ length: corners }, (_, i) => {
      const bearing = ((i + 0.5) / corners) * 2 * Math.PI
      const wave =
        1 +
        0.25 * Math.sin(2 * bearing + phases[0]) +
        0.15 * Math.sin(5 * bearing + phases[1]) +
        0.08 * Math.sin(9 * bearing + phases[2])
      return createPlace(
        north + size * wave * radiusM * Math.cos(bearing),
        east + size * wave * radiusM * Math.sin(bearing),
      )
    })
  if (n % 10 !== 0) return { boundary: 'multipolygon', polygons: [[ring(vertices, 1)]] }
  const innerVertices = Math.max(4, Math.floor(vertices / 4))
  return {
    boundary: 'multipolygon',
    polygons: [[ring(vertices - innerVertices, 1), ring(innerVertices, 0.4)]],
  }
}

/** Returns a random point in the square grid of `count` zones. */
export function createRandomPlace(count: number, random: () => number): LatLng {
  const side = Math.ceil(Math.sqrt(count)) * spacingM
  return createPlace((random() - 0.5 / Math.sqrt(count)) * side, (random() - 0.5 / Math.sqrt(count)) * side)
}

function createPlace(north: number, east: number): LatLng {
  const lngScale = Math.cos((origin.lat * Math.PI) / 180)
  return {
    lat: origin.lat + north / metersPerDegree,
    lng: origin.lng + east / (metersPerDegree * lngScale),
  }
}
