import { expect, test } from 'vitest'
import { metersPerDegree } from './distance.ts'
import type { LatLng } from './lat-lng.ts'
import type { ZoneShape } from './shape.ts'
import { partWidthsM } from './width.ts'

/** Returns the position this many metres north and east of a point on the equator. */
const at = (north: number, east: number): LatLng => ({
  lat: north / metersPerDegree,
  lng: east / metersPerDegree,
})
const box = (south: number, west: number, height: number, width: number) => [
  at(south, west),
  at(south, west + width),
  at(south + height, west + width),
  at(south + height, west),
]
const roundRing = Array.from({ length: 90 }, (_, n) =>
  at(50 * Math.cos((n * Math.PI) / 45), 50 * Math.sin((n * Math.PI) / 45)),
)

const shapes: [string, ZoneShape, ...number[]][] = [
  ['a box', { boundary: 'rectangle', start: at(0, 0), end: at(40, 200) }, 40],
  [
    'the same far north',
    { boundary: 'rectangle', start: { lat: 60, lng: 0 }, end: { lat: 60.01, lng: 0.001 } },
    55.6,
  ],
  [
    'across the antimeridian',
    { boundary: 'rectangle', start: { lat: 0, lng: 179.999 }, end: { lat: 1, lng: -179.999 } },
    222.4,
  ],
  ['a circle', { boundary: 'circle', start: at(-50, 0), end: at(50, 0) }, 100],
  ['a square', { boundary: 'polygon', points: box(0, 0, 60, 60) }, 60],
  ['a road', { boundary: 'polygon', points: box(0, 0, 8, 900) }, 8],
  ['a round one', { boundary: 'polygon', points: roundRing }, 100],
  ['a closed ring', { boundary: 'polygon', points: [...box(0, 0, 20, 70), at(0, 0)] }, 20],
  [
    'a yard around a hall',
    { boundary: 'multipolygon', polygons: [[box(0, 0, 100, 100), box(10, 10, 80, 80)]] },
    10.3,
  ],
  [
    'a yard and a hut',
    { boundary: 'multipolygon', polygons: [[box(0, 0, 100, 100)], [box(0, 200, 5, 5)]] },
    100,
    5,
  ],
]

test.each(shapes)('%s', (_, shape, ...widths) => {
  expect(partWidthsM(shape)).toEqual(widths.map(metres => expect.closeTo(metres, -Math.log10(metres * 0.01))))
})

test('a single point has no width', () => {
  expect(partWidthsM({ boundary: 'polygon', points: [at(1, 1), at(1, 1), at(1, 1)] })).toEqual([0])
})
