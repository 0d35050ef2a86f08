import { area as turfArea, earthRadius as turfRadiusM } from '@turf/turf'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { at, home, ringsAt, stars, toTurf } from '../testing/geometry.ts'
import { areaM2, toHectares } from './area.ts'
import { toCorners } from './bounds.ts'
import { boundsAround } from './bounds-around.ts'
import { earthRadiusM, metersPerDegree } from './distance.ts'

const earthM2 = 4 * Math.PI * earthRadiusM ** 2

describe('areaM2', () => {
  test('gives one hectare for a hectare at the equator', () => {
    const side = 100 / metersPerDegree
    const box = { boundary: 'rectangle', start: at(side, 0), end: at(0, side) } as const
    expect(toHectares(areaM2(box))).toBeCloseTo(1, 9)
  })

  test('measures boxes and circles on the sphere, up to the whole sphere', () => {
    expect(areaM2({ boundary: 'rectangle', start: at(90, -90), end: at(-90, 90) }) / earthM2).toBeCloseTo(0.5)
    expect(areaM2({ boundary: 'rectangle', start: at(90, 0), end: at(30, 90) }) / earthM2).toBeCloseTo(1 / 16)
    // A circle whose radius is a quarter of the earth's circumference covers half the earth.
    expect(areaM2({ boundary: 'circle', start: at(0, -90), end: at(0, 90) }) / earthM2).toBeCloseTo(0.5)
    const { start, end } = toCorners(boundsAround(at(0, 0), 100))
    const circle = areaM2({ boundary: 'circle', start: at(0, start.lng), end: at(0, end.lng) })
    expect(circle).toBeCloseTo(Math.PI * 100 ** 2, 1)
  })

  test('is exact for polygons along parallels and meridians of any length', () => {
    const points = [at(10, 170), at(10, -160), at(60, -160), at(60, 170)]
    const box = areaM2({ boundary: 'rectangle', start: at(60, 170), end: at(10, -160) })
    expect(areaM2({ boundary: 'polygon', points }) / box).toBeCloseTo(1, 12)
    expect(areaM2({ boundary: 'polygon', points: points.toReversed() }) / box).toBeCloseTo(1, 12)
  })

  test('gives a slanted side the area of many short sides', () => {
    const triangle = [at(0, 0), at(0, 40), at(50, 0)]
    const subdividedTriangle = Array.from({ length: 1_000 }, (_, n) =>
      at((50 * n) / 1_000, 40 - (40 * n) / 1_000),
    )
    const ratio =
      areaM2({ boundary: 'polygon', points: triangle }) /
      areaM2({ boundary: 'polygon', points: [at(0, 0), ...subdividedTriangle, at(50, 0)] })
    expect(ratio).toBeCloseTo(1, 12)
  })

  test('keeps its precision for a square metre', () => {
    const d = 1 / metersPerDegree
    const points = [at(60, 10), at(60, 10 + 2 * d), at(60 + d, 10 + 2 * d), at(60 + d, 10)]
    expect(areaM2({ boundary: 'polygon', points })).toBeCloseTo(1, 5)
  })

  test('agrees with Turf for holes and several parts, and is the same across the antimeridian', () => {
    fc.assert(
      fc.property(stars, home, (starList, { lat }) => {
        // Turf ignores how far a side bends on the sphere, which matters close to the poles.
        fc.pre(Math.abs(lat) < 80)
        const polygons = starList.map(it => ringsAt(it, { lat, lng: 20 }))
        const areaOfPolygons = areaM2({ boundary: 'multipolygon', polygons })
        const turfAreaM2 = turfArea(toTurf(polygons)) * (earthRadiusM / turfRadiusM) ** 2
        expect(areaOfPolygons / turfAreaM2).toBeCloseTo(1, 4)
        const acrossAntimeridian = starList.map(it => ringsAt(it, { lat, lng: 180 }))
        expect(
          areaM2({ boundary: 'multipolygon', polygons: acrossAntimeridian }) / areaOfPolygons,
        ).toBeCloseTo(1, 6)
      }),
    )
  })
})
