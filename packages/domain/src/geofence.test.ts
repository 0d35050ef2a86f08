import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { distanceMeters, metersPerDegree } from './geo/distance.ts'
import { distanceToEdge } from './geo/distance-to-edge.ts'
import type { LatLng } from './geo/lat-lng.ts'
import { wrapLongitude } from './geo/longitude.ts'
import type { SimpleZoneShape, ZoneShape } from './geo/shape.ts'
import { assumedAccuracyM, decide, decidePrepared, prepareShape } from './geofence.ts'

const at = (lat: number, lng: number): LatLng => ({ lat, lng })
const milliDegreeM = metersPerDegree / 1_000

/** The corners of a box 222 m wide and high on the equator, where degrees of longitude and latitude have the same length. */
const corners = { start: at(0.001, -0.001), end: at(-0.001, 0.001) }
const box: ZoneShape = { boundary: 'rectangle', ...corners }
const circle: ZoneShape = { boundary: 'circle', ...corners }
const triangle: ZoneShape = {
  boundary: 'polygon',
  points: [at(-0.001, -0.001), at(-0.001, 0.001), at(0.001, 0)],
}

describe('a rectangle', () => {
  test('is the exact box of its corners, including corners and sides', () => {
    expect(decide(box, at(0.00099, 0.00099)).inside).toBe(true)
    expect(decide(box, corners.start).inside).toBe(true)
    expect(decide(box, at(0, 0.001)).inside).toBe(true)
    expect(decide(box, at(0.00101, 0)).inside).toBe(false)
    expect(decide(box, at(0, -0.00101)).inside).toBe(false)
  })

  test('measures distances to its centre and its nearest side', () => {
    const inner = decide(box, at(0.0002, 0.0008))
    expect(inner.distanceToCenterM).toBeCloseTo(distanceMeters(at(0, 0), at(0.0002, 0.0008)), 6)
    expect(inner.distanceToEdgeM).toBeCloseTo(0.2 * milliDegreeM, 3)
    expect(decide(box, at(0, 0)).distanceToEdgeM).toBeCloseTo(milliDegreeM, 3)
    expect(decide(box, at(0.003, 0)).distanceToEdgeM).toBeCloseTo(2 * milliDegreeM, 3)
    expect(decide(box, at(0.004, 0.005)).distanceToEdgeM).toBeCloseTo(5 * milliDegreeM, 3)
  })

  test('takes any two opposite corners in any order', () => {
    const flippedBox: ZoneShape = { boundary: 'rectangle', start: at(-0.001, -0.001), end: at(0.001, 0.001) }
    for (const point of [at(0, 0), at(0.0005, 0.0009), at(0.002, -0.003)]) {
      expect(decide(flippedBox, point)).toEqual(decide(box, point))
    }
  })

  test('is narrower in metres away from the equator', () => {
    const northernBox: ZoneShape = {
      boundary: 'rectangle',
      start: at(60.001, 9.999),
      end: at(59.999, 10.001),
    }
    expect(decide(northernBox, at(60, 10)).distanceToEdgeM).toBeCloseTo(milliDegreeM / 2, 2)
    expect(decide(northernBox, at(60, 10.002)).distanceToEdgeM).toBeCloseTo(milliDegreeM / 2, 2)
  })

  test('contains only its own point if it has no extent', () => {
    const pointBox: ZoneShape = { boundary: 'rectangle', start: at(1, 1), end: at(1, 1) }
    expect(decide(pointBox, at(1, 1))).toMatchObject({
      inside: true,
      distanceToEdgeM: 0,
      distanceToCenterM: 0,
    })
    expect(decide(pointBox, at(1.001, 1))).toMatchObject({ inside: false })
  })
})

describe('a circle', () => {
  test('has half the diagonal of its corners as its radius', () => {
    const radius = Math.SQRT2 * milliDegreeM
    expect(decide(circle, at(0, 0)).distanceToEdgeM).toBeCloseTo(radius, 3)
    expect(decide(circle, at(0.0014, 0)).inside).toBe(true)
    expect(decide(circle, at(0.00142, 0)).inside).toBe(false)
    expect(decide(circle, at(0.003, 0)).distanceToEdgeM).toBeCloseTo(3 * milliDegreeM - radius, 3)
  })

  test('extends beyond the sides of the box with the same corners', () => {
    const outsidePoint = at(0, 0.0013)
    expect([decide(circle, outsidePoint).inside, decide(box, outsidePoint).inside]).toEqual([true, false])
  })
})

describe('a polygon', () => {
  test('is tested against its points', () => {
    expect(decide(triangle, at(0, 0)).inside).toBe(true)
    expect(decide(triangle, at(0.0008, 0.0008)).inside).toBe(false)
    expect(decide(triangle, at(-0.0015, 0)).inside).toBe(false)
  })

  test('measures distances to its centroid and its nearest side', () => {
    const { distanceToCenterM, distanceToEdgeM } = decide(triangle, at(-0.0009, 0))
    expect(distanceToCenterM).toBeCloseTo((0.9 - 1 / 3) * milliDegreeM, 3)
    expect(distanceToEdgeM).toBeCloseTo(0.1 * milliDegreeM, 3)
  })

  test('needs three points', () => {
    expect(() => prepareShape({ boundary: 'polygon', points: [at(0, 0), at(1, 1)] })).toThrow(RangeError)
  })
})

describe('certainty', () => {
  /** A point 0.0002 degrees (22.2 m) from the eastern side. */
  const pointNearEdge = at(0, 0.0008)

  test.each([
    box,
    { boundary: 'polygon', points: [corners.start, at(0.001, 0.001), corners.end, at(-0.001, -0.001)] },
  ] as const)('is lost where the accuracy circle touches the edge of a $boundary', shape => {
    expect(decide(shape, { ...pointNearEdge, accuracyMeters: 22 }).certainty).toBe('certain')
    expect(decide(shape, { ...pointNearEdge, accuracyMeters: 22.3 }).certainty).toBe('uncertain')
    expect(decide(shape, { ...at(0, 0.0012), accuracyMeters: 22 }).certainty).toBe('certain')
    expect(decide(shape, { ...at(0, 0.0012), accuracyMeters: 22.3 }).certainty).toBe('uncertain')
  })

  test('is lost on both sides of the edge of a circle', () => {
    expect(decide(circle, { ...at(0, 0), accuracyMeters: 157 }).certainty).toBe('certain')
    expect(decide(circle, { ...at(0, 0), accuracyMeters: 158 }).certainty).toBe('uncertain')
    expect(decide(circle, { ...at(0.002, 0), accuracyMeters: 65 }).certainty).toBe('certain')
    expect(decide(circle, { ...at(0.002, 0), accuracyMeters: 66 }).certainty).toBe('uncertain')
  })

  test('never changes the verdict', () => {
    expect(decide(box, { ...pointNearEdge, accuracyMeters: 5_000 })).toMatchObject({
      inside: true,
      certainty: 'uncertain',
    })
  })

  test('is impossible on the edge itself', () => {
    expect(decide(box, { ...corners.start, accuracyMeters: 0 }).certainty).toBe('uncertain')
  })

  test.each([undefined, Number.NaN, -1])('treats an accuracy of %s as 20 m', accuracyMeters => {
    expect(assumedAccuracyM).toBe(20)
    expect(decide(box, { ...pointNearEdge, accuracyMeters }).certainty).toBe('certain')
    expect(decide(box, { ...at(0, 0.00083), accuracyMeters }).certainty).toBe('uncertain')
  })
})

describe('anywhere on earth', () => {
  // Integers are uniform; doubles would cluster around zero and shrink every polygon to a dot.
  const offset = fc.integer({ min: -40_000, max: 40_000 }).map(n => n / 1e7)
  const pair = fc.tuple(offset, offset)
  const scene = fc.record({
    lat: fc.integer({ min: -80_000, max: 80_000 }).map(n => n / 1_000),
    boundary: fc.constantFrom('rectangle', 'circle', 'polygon'),
    corners: fc.array(pair, { minLength: 3, maxLength: 9 }),
    point: pair,
  })
  const shapeAt = (
    lat: number,
    lng: number,
    boundary: SimpleZoneShape['boundary'],
    corners: [number, number][],
  ): SimpleZoneShape => {
    const points = corners.map(([n, e]) => at(lat + n, wrapLongitude(lng + e)))
    const [start, end] = points
    if (!start || !end) throw new Error('the list holds at least three')
    return boundary === 'polygon' ? { boundary, points } : { boundary, start, end }
  }

  test('a zone across the antimeridian behaves like the same zone elsewhere', () => {
    let insideCount = 0
    fc.assert(
      fc.property(scene, ({ lat, boundary, corners, point: [n, e] }) => {
        const usualVerdict = decide(shapeAt(lat, 20, boundary, corners), at(lat + n, 20 + e))
        fc.pre(usualVerdict.distanceToEdgeM > 0.001)
        const farVerdict = decide(shapeAt(lat, 180, boundary, corners), at(lat + n, wrapLongitude(180 + e)))
        if (farVerdict.inside) insideCount += 1
        expect(farVerdict.inside).toBe(usualVerdict.inside)
        expect(farVerdict.distanceToEdgeM).toBeCloseTo(usualVerdict.distanceToEdgeM, 3)
        // Rounding can move the centroid of a polygon with almost no area far away.
        if (boundary !== 'polygon')
          expect(farVerdict.distanceToCenterM).toBeCloseTo(usualVerdict.distanceToCenterM, 3)
      }),
      { numRuns: 500 },
    )
    expect(insideCount).toBeGreaterThan(15)
  })

  test('a box behaves like the polygon of its four corners', () => {
    fc.assert(
      fc.property(scene, ({ lat, corners, point: [n, e] }) => {
        const rectangle = shapeAt(lat, 180, 'rectangle', corners)
        if (rectangle.boundary === 'polygon') throw new Error('asked for a rectangle')
        const { start, end } = rectangle
        const points = [start, at(start.lat, end.lng), end, at(end.lat, start.lng)]
        const point = at(lat + n, wrapLongitude(180 + e))
        const verdict = decide(rectangle, point)
        fc.pre(verdict.distanceToEdgeM > 0.001)
        expect(decide({ boundary: 'polygon', points }, point).inside).toBe(verdict.inside)
        expect(Math.abs(distanceToEdge(point, points) - verdict.distanceToEdgeM)).toBeLessThan(0.2)
      }),
      { numRuns: 500 },
    )
  })

  test('a prepared zone gives finite, consistent distances for any reading', () => {
    const anywhere = fc.record({
      near: fc.option(pair),
      lat: fc.integer({ min: -90_000, max: 90_000 }).map(n => n / 1_000),
      lng: fc.integer({ min: -180_000, max: 180_000 }).map(n => n / 1_000),
      accuracyMeters: fc.option(fc.double({ min: 0, max: 5_000, noNaN: true }), { nil: undefined }),
    })
    fc.assert(
      fc.property(
        scene,
        fc.double({ min: -180, max: 180, noNaN: true }),
        anywhere,
        (zone, lng, { near, ...far }) => {
          const shape = shapeAt(zone.lat, lng, zone.boundary, zone.corners)
          const reading = near
            ? { ...far, lat: zone.lat + 5 * near[0], lng: wrapLongitude(lng + 5 * near[1]) }
            : far
          const verdict = decidePrepared(prepareShape(shape), reading)
          expect(verdict).toEqual(decide(shape, reading))
          expect(verdict.distanceToEdgeM).toBeGreaterThanOrEqual(0)
          expect(verdict.distanceToEdgeM).toBeLessThan(21_000_000)
          // From outside, the edge of a box or circle is nearer than its centre, by at most the zone's width. The nearest point
          // is found on a flat map, so from far away it can be wrong, by less than a centimetre within 10 km.
          if (zone.boundary !== 'polygon' && !verdict.inside) {
            const gap = verdict.distanceToCenterM - verdict.distanceToEdgeM
            expect(Math.abs(gap)).toBeLessThan(1_300)
            if (verdict.distanceToCenterM < 10_000) expect(gap).toBeGreaterThan(-0.01)
          }
        },
      ),
      { numRuns: 500 },
    )
  })
})
