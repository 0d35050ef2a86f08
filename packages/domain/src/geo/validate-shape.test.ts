import { booleanValid, kinks, polygon } from '@turf/turf'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { limits } from '../limits.ts'
import { at, home, ringsAt, stars, toTurf } from '../testing/geometry.ts'
import type { LatLng } from './lat-lng.ts'
import { wrapLongitude } from './longitude.ts'
import { orientation } from './orientation.ts'
import type { PolygonRings, RingPoints, ZoneShape } from './shape.ts'
import { maxProblems, validateShape } from './validate-shape.ts'

/** Builds a ring from corners in hundredths of a degree east and north of a point near the antimeridian. */
const ring = (...corners: [number, number][]): RingPoints =>
  corners.map(([x, y]) => at(10 + y / 100, wrapLongitude(179.98 + x / 100)))
const box = (x: number, y: number, size: number) =>
  ring([x, y], [x + size, y], [x + size, y + size], [x, y + size])
const pointAt = (x: number, y: number): LatLng => ring([x, y])[0] ?? at(0, 0)

const multipolygon = (...polygons: PolygonRings[]): ZoneShape => ({ boundary: 'multipolygon', polygons })
const findCodes = (shape: ZoneShape) => {
  const verdict = validateShape(shape)
  return verdict.ok ? [] : verdict.problems.map(({ code }) => code)
}
const findFirst = (shape: ZoneShape) => {
  const verdict = validateShape(shape)
  if (verdict.ok) throw new Error('The shape is let through')
  const [problem] = verdict.problems
  if (!problem?.at) throw new Error('No place is named')
  return { code: problem.code, lat: problem.at.lat.toFixed(6), lng: problem.at.lng.toFixed(6) }
}
const problemAt = (code: string, { lat, lng }: LatLng) => ({ code, lat: lat.toFixed(6), lng: lng.toFixed(6) })

describe('validateShape accepts', () => {
  test('holes, parts, an island in a lake, and rings that touch in a point', () => {
    expect(validateShape({ boundary: 'polygon', points: box(0, 0, 4) })).toEqual({ ok: true })
    expect(findCodes(multipolygon([box(0, 0, 9), box(1, 1, 3), box(5, 5, 3)], [box(10, 0, 2)]))).toEqual([])
    expect(findCodes(multipolygon([box(0, 0, 9), box(1, 1, 5)], [box(2, 2, 2)]))).toEqual([])
    expect(findCodes(multipolygon([box(0, 0, 2)], [box(2, 2, 2)]))).toEqual([])
    // One corner of the hole lies in the middle of a side.
    expect(findCodes(multipolygon([box(0, 0, 4), ring([0, 2], [2, 1], [2, 3])]))).toEqual([])
    expect(findCodes(multipolygon([box(0, 0, 9), box(1, 1, 2), ring([3, 2], [5, 1], [5, 3])]))).toEqual([])
  })

  test('rings that are closed or left open', () => {
    const points = [...box(0, 0, 4), ...box(0, 0, 4).slice(0, 1)]
    expect(findCodes({ boundary: 'polygon', points })).toEqual([])
  })

  test('boxes and circles', () => {
    expect(findCodes({ boundary: 'rectangle', start: pointAt(0, 0), end: pointAt(4, 4) })).toEqual([])
    expect(findCodes({ boundary: 'circle', start: pointAt(0, 0), end: pointAt(4, 0) })).toEqual([])
  })

  test('any polygon that does not cross itself, in agreement with Turf', () => {
    fc.assert(
      fc.property(stars, home, (list, centre) => {
        fc.pre(list.every(({ reach }) => reach.length > 4))
        expect(findCodes(multipolygon(...list.map(it => ringsAt(it, centre))))).toEqual([])
        expect(booleanValid(toTurf(list.map(it => ringsAt(it, { ...centre, lng: 20 }))))).toBe(true)
      }),
    )
  })
})

describe('validateShape rejects, with reason and position,', () => {
  test('outlines that cross or touch themselves', () => {
    const bowTie = ring([0, 0], [2, 2], [2, 0], [0, 2])
    expect(findFirst({ boundary: 'polygon', points: bowTie })).toEqual(
      problemAt('crosses_itself', pointAt(1, 1)),
    )
    const touches = ring([0, 0], [4, 0], [4, 4], [2, 0], [0, 4])
    expect(findFirst({ boundary: 'polygon', points: touches })).toEqual(
      problemAt('crosses_itself', pointAt(2, 0)),
    )
    const spike = ring([0, 0], [2, 0], [4, 0], [3, 0], [3, 4])
    expect(findFirst({ boundary: 'polygon', points: spike }).code).toBe('crosses_itself')
  })

  test('outlines that cross, share a side or pass through each other’s corners', () => {
    expect(findCodes(multipolygon([box(0, 0, 4), box(3, 1, 2)]))).toContain('rings_cross')
    expect(findFirst(multipolygon([box(0, 0, 4)], [ring([3, 1], [6, 1], [6, 2])]))).toMatchObject({
      code: 'rings_cross',
    })
    expect(findFirst(multipolygon([box(0, 0, 2)], [box(2, 0, 2)])).code).toBe('rings_cross')
    const throughCorners = ring([2, 1], [5, 2], [2, 3])
    expect(findCodes(multipolygon([ring([0, 0], [4, 0], [5, 2], [4, 4], [0, 4])], [throughCorners]))).toEqual(
      ['parts_overlap'],
    )
    const crossingRing = ring([1, 2], [6, 2], [6, 3])
    expect(findCodes(multipolygon([ring([0, 0], [4, 0], [5, 2], [4, 4], [0, 4])], [crossingRing]))).toContain(
      'rings_cross',
    )
  })

  test('repeated points and fewer than three points', () => {
    const repeatedCorner = ring([0, 0], [4, 0], [4, 0], [4, 4])
    expect(findFirst({ boundary: 'polygon', points: repeatedCorner })).toEqual(
      problemAt('duplicate_point', pointAt(4, 0)),
    )
    const eight = ring([0, 0], [2, 2], [4, 0], [4, 4], [2, 2], [0, 4])
    expect(findFirst({ boundary: 'polygon', points: eight })).toEqual(
      problemAt('duplicate_point', pointAt(2, 2)),
    )
    expect(findCodes({ boundary: 'polygon', points: ring([0, 0], [1, 1], [0, 0]) })).toEqual([
      'too_few_points',
    ])
    expect(validateShape({ boundary: 'polygon', points: [] })).toMatchObject({
      problems: [{ code: 'too_few_points', at: null }],
    })
    expect(findCodes({ boundary: 'polygon', points: [at(0, 180), at(0, -180), at(1, 179)] })).toEqual([
      'too_few_points',
    ])
    expect(findCodes(multipolygon())).toEqual(['no_polygon'])
    expect(findCodes(multipolygon([box(0, 0, 4)], []))).toEqual(['no_polygon'])
  })

  test('shapes without area', () => {
    expect(findCodes({ boundary: 'polygon', points: ring([0, 0], [1, 1], [3, 3]) })).toEqual(['no_area'])
    const sliver = [at(0, 0), at(0, 0.001), at(0.000001, 0.0005)]
    expect(findCodes({ boundary: 'polygon', points: sliver })).toEqual([])
    expect(findCodes({ boundary: 'polygon', points: [at(0, 0), at(0, 1e-5), at(1e-6, 0)] })).toEqual([
      'no_area',
    ])
    expect(findCodes({ boundary: 'rectangle', start: pointAt(0, 0), end: pointAt(0, 4) })).toEqual([
      'no_area',
    ])
    expect(findCodes({ boundary: 'circle', start: pointAt(0, 0), end: pointAt(0, 0) })).toEqual(['no_area'])
  })

  test('shapes that are absurdly large, surround a pole or have too many points', () => {
    expect(findCodes({ boundary: 'rectangle', start: at(0, 0), end: at(28, 77) })).toEqual(['too_large'])
    expect(findCodes({ boundary: 'circle', start: at(0, 0), end: at(28, 77) })).toEqual(['too_large'])
    expect(findCodes({ boundary: 'polygon', points: [at(0, 0), at(28, 77), at(0, 1)] })).toEqual([
      'too_large',
    ])
    const polar = [at(89, 0), at(89, 90), at(89, 180), at(89, -90)]
    expect(findCodes({ boundary: 'polygon', points: polar })).toEqual(['around_pole'])
    const tooManyPoints = Array.from({ length: limits.zoneMaxVertices + 1 }, (_, n) =>
      at(n / 1e6, (n * n) / 1e9),
    )
    expect(findCodes({ boundary: 'polygon', points: tooManyPoints })).toEqual(['too_many_points'])
  })

  test('positions that are not on earth', () => {
    const verdict = validateShape({ boundary: 'polygon', points: [at(91, 0), at(0, Number.NaN), at(0, 1)] })
    expect(verdict).toMatchObject({
      problems: [
        { code: 'out_of_range', at: at(90, 0) },
        { code: 'out_of_range', at: null },
      ],
    })
    expect(findCodes({ boundary: 'circle', start: at(0, 200), end: at(1, 2) })).toEqual(['out_of_range'])
  })

  test('misplaced holes and parts', () => {
    expect(findFirst(multipolygon([box(0, 0, 2), box(5, 5, 1)]))).toEqual(
      problemAt('hole_outside', pointAt(5, 5)),
    )
    expect(findFirst(multipolygon([box(0, 0, 9), box(1, 1, 5), box(2, 2, 1)]))).toEqual(
      problemAt('holes_overlap', pointAt(2, 2)),
    )
    expect(findFirst(multipolygon([box(0, 0, 9)], [box(2, 2, 1)]))).toEqual(
      problemAt('parts_overlap', pointAt(2, 2)),
    )
    expect(findCodes(multipolygon([box(3, 3, 1), box(0, 0, 9)]))).toEqual(['hole_outside'])
  })
})

test('corners typed on one line are on one line, although no double can represent their decimals', () => {
  const points = [at(10.031, 20), at(10.019, 20.012), at(10.025, 20.006), at(10, 20)]
  expect(findCodes({ boundary: 'polygon', points })).toContain('crosses_itself')
})

test('random outlines are rejected exactly where Turf finds that they cross', () => {
  const step = fc.integer({ min: 0, max: 40 })
  let crossedCount = 0
  fc.assert(
    fc.property(fc.array(fc.tuple(step, step), { minLength: 4, maxLength: 12 }), corners => {
      const points = corners.map(([x, y]) => at(10 + x / 1000, 20 + y / 1000))
      const problems = findCodes({ boundary: 'polygon', points })
      // Turf has its own rules for crossings and shared corners, so only the plain cases are compared.
      fc.pre(
        !problems.includes('duplicate_point') &&
          !problems.includes('no_area') &&
          problems[0] !== 'too_few_points',
      )
      // Integers keep Turf from rounding; a repeated first corner closes the ring.
      const [first, last] = [corners[0], corners.at(-1)]
      fc.pre(String(first) !== String(last))
      const kinkCount = kinks(polygon([[...corners, ...corners.slice(0, 1)]])).features.length
      if (kinkCount > 0) crossedCount += 1
      if (kinkCount > 0) expect(problems).toContain('crosses_itself')
      if (problems.length === 0) expect(kinkCount).toBe(0)
    }),
  )
  expect(crossedCount).toBeGreaterThan(10)
})

test('a tangle of 2,000 points is rejected with a limited list of problems', () => {
  const points = Array.from({ length: limits.zoneMaxVertices }, (_, n) => {
    const bearing = n * 2.399963
    return at(10 + Math.cos(bearing) * (1 + n / 1e4), 20 + Math.sin(bearing) * (1 + n / 1e4))
  })
  const verdict = validateShape({ boundary: 'polygon', points })
  expect(!verdict.ok && verdict.problems.length <= maxProblems).toBe(true)
})

test('orientation is exact', () => {
  const hugeNumber = 2 ** 49
  // All three products round to the same number in double precision.
  expect(
    orientation({ x: 0, y: 0 }, { x: hugeNumber + 1, y: hugeNumber }, { x: hugeNumber, y: hugeNumber - 1 }),
  ).toBe(-1)
  expect(
    orientation({ x: 0, y: 0 }, { x: hugeNumber, y: hugeNumber - 1 }, { x: hugeNumber + 1, y: hugeNumber }),
  ).toBe(1)
  expect(
    orientation({ x: 0, y: 0 }, { x: hugeNumber, y: hugeNumber }, { x: hugeNumber - 1, y: hugeNumber - 1 }),
  ).toBe(0)
})
