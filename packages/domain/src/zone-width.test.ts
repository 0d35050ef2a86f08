import { expect, test } from 'vitest'
import { metersPerDegree } from './geo/distance.ts'
import type { LatLng } from './geo/lat-lng.ts'
import type { ZoneShape } from './geo/shape.ts'
import { prepareShape } from './geofence.ts'
import { measureZoneWidth } from './zone-width.ts'

/** Returns the position this many metres north and east of a point on the equator. */
const at = (north: number, east: number): LatLng => ({
  lat: north / metersPerDegree,
  lng: east / metersPerDegree,
})
const box = (south: number, west: number, side: number) => [
  at(south, west),
  at(south, west + side),
  at(south + side, west + side),
  at(south + side, west),
]

/** A square kilometre with a hole, a hut in the hole, and a hut to the east. */
const works: ZoneShape = {
  boundary: 'multipolygon',
  polygons: [[box(0, 0, 1_000), box(400, 400, 200)], [box(490, 490, 20)], [box(0, 1_100, 8)]],
}
const widthAt = measureZoneWidth(works, prepareShape(works))
const yardWidthM = widthAt(at(100, 100))

test.each([
  ['by the western edge, inside', 500, 5, yardWidthM],
  ['by the western edge, outside', 500, -5, yardWidthM],
  ['between both, nearer to the square kilometre', 4, 1_040, yardWidthM],
  ['between both, nearer to the hut', 4, 1_060, 8],
  ['in the hut', 4, 1_104, 8],
  ['within the hole, by its edge', 405, 500, yardWidthM],
  ['within the hole, by the hut in it', 485, 500, 20],
])('%s, the zone is as wide as that part', (_, north, east, metres) => {
  expect(yardWidthM).toBeGreaterThan(300)
  expect(widthAt(at(north, east))).toBeCloseTo(metres, 0)
})

test('a zone with one part has the same width everywhere', () => {
  const shape: ZoneShape = { boundary: 'circle', start: at(-50, 0), end: at(50, 0) }
  const circleWidthAt = measureZoneWidth(shape, prepareShape(shape))
  expect([circleWidthAt(at(0, 0)), circleWidthAt(at(5_000, 0))]).toEqual([
    expect.closeTo(100, 3),
    expect.closeTo(100, 3),
  ])
})
