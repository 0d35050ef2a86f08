import { featureCollection, intersect, length, polygon } from '@turf/turf'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { decide } from '../geofence.ts'
import { at, offset, ringsAt, star } from '../testing/geometry.ts'
import { readGeoJson } from '../testing/read-all.ts'
import { seamSlackDegrees } from './antimeridian-seam.ts'
import { areaM2 } from './area.ts'
import { joinAtAntimeridian } from './join-at-antimeridian.ts'
import { unrollLongitude, wrapLongitude } from './longitude.ts'
import type { PolygonRings, ZoneShape } from './shape.ts'

const readZones = (coordinates: unknown) => {
  const answer = readGeoJson({ type: 'MultiPolygon', coordinates })
  if ('code' in answer) throw new Error(answer.code)
  return answer
}

/** Cuts a polygon at 180 as RFC 7946 recommends, with Turf: longitudes beyond 180 continue from -180. */
function cutInTwo(rings: PolygonRings) {
  const wholePolygon = polygon(
    rings.map(points =>
      [...points, ...points.slice(0, 1)].map(({ lat, lng }) => [unrollLongitude(lng, 180), lat]),
    ),
  )
  const sides = [
    [170, 180],
    [180, 190],
  ].map(([west = 0, east = 0]) => {
    const half = polygon([
      [
        [west, -90],
        [east, -90],
        [east, 90],
        [west, 90],
        [west, -90],
      ],
    ])
    const clippedPolygon = intersect(featureCollection([wholePolygon, half]))?.geometry
    return !clippedPolygon
      ? []
      : clippedPolygon.type === 'Polygon'
        ? [clippedPolygon.coordinates]
        : clippedPolygon.coordinates
  })
  const [west = [], east = []] = sides
  const wrappedEast = east.map(part =>
    part.map(ring => ring.map(([lng = 0, lat = 0]) => [lng === 180 ? -180 : wrapLongitude(lng), lat])),
  )
  const depths = sides.flat().map(part => Math.max(...part.flat().map(([lng = 180]) => Math.abs(lng - 180))))
  return {
    coordinates: [...west, ...wrappedEast],
    // A part that extends less than this beyond the cut becomes a line once coordinates are rounded for a file.
    isHair: depths.some(depth => depth < 2 * seamSlackDegrees),
    sides: sides.filter(parts => parts.length > 0).length,
    outlineM: length(wholePolygon, { units: 'meters' }),
  }
}

const ring = (west: number, south: number, east: number, north: number) => [
  [west, south],
  [east, south],
  [east, north],
  [west, north],
  [west, south],
]

describe('parts cut at the antimeridian', () => {
  test('become one outline again, with the verdicts and area of the uncut shape', () => {
    const toleranceM = 0.023
    let cutCount = 0
    const lat = fc.integer({ min: -80_000, max: 80_000 }).map(n => n / 1_000)
    const lng = fc.integer({ min: -9_000, max: 9_000 }).map(n => wrapLongitude(180 + n / 1e7))
    fc.assert(
      fc.property(star, lat, lng, fc.array(offset, { maxLength: 12 }), (star, atLat, atLng, offsets) => {
        const rings = ringsAt(star, at(atLat, atLng))
        const uncut: ZoneShape = { boundary: 'multipolygon', polygons: [rings] }
        const { coordinates, sides, outlineM, isHair } = cutInTwo(rings)
        fc.pre(!isHair)
        const { zones, refused } = readZones(coordinates)
        expect(refused).toEqual([])
        const [{ shape, notes } = { shape: uncut, notes: [] }] = zones
        if (sides === 2) {
          cutCount++
          expect(notes.join()).toContain('joined at longitude 180')
          expect(shape.boundary).toBe(rings.length > 1 ? 'multipolygon' : 'polygon')
          if (shape.boundary === 'multipolygon') {
            expect(shape.polygons.map(({ length }) => length)).toEqual([rings.length])
          }
        }
        // Corners within a centimetre of the cut are moved onto it, and those within a centimetre of a line are removed.
        expect(Math.abs(areaM2(shape) - areaM2(uncut))).toBeLessThan(toleranceM * outlineM)
        for (const [north, east] of offsets) {
          const place = at(atLat + north, wrapLongitude(atLng + east))
          const [uncutVerdict, joinedVerdict] = [decide(uncut, place), decide(shape, place)]
          expect(Math.abs(joinedVerdict.distanceToEdgeM - uncutVerdict.distanceToEdgeM)).toBeLessThan(
            toleranceM,
          )
          if (uncutVerdict.distanceToEdgeM > toleranceM)
            expect(joinedVerdict.inside).toBe(uncutVerdict.inside)
        }
      }),
    )
    expect(cutCount).toBeGreaterThan(30)
  })

  test('form a hole where they surround one, and keep existing holes', () => {
    const west = [
      [179, 0],
      [180, 0],
      [180, 0.4],
      [179.6, 0.4],
      [179.6, 0.6],
      [180, 0.6],
      [180, 1],
      [179, 1],
      [179, 0],
    ]
    const east = west.map(([lng = 0, lat = 0]) => [-lng, lat])
    const ownHole = ring(179.1, 0.1, 179.2, 0.2)
    const { zones } = readZones([[west, ownHole], [east]])
    expect(zones[0]?.notes).toEqual(['Two parts joined at longitude 180'])
    const shape = zones[0]?.shape
    if (shape?.boundary !== 'multipolygon') throw new Error(`It is a ${shape?.boundary}`)
    expect(shape.polygons).toHaveLength(1)
    const [outline = [], ...holes] = shape.polygons[0] ?? []
    expect(outline.map(({ lat, lng }) => [lng, lat])).toEqual(
      expect.arrayContaining([
        [179, 0],
        [-179, 0],
        [-179, 1],
        [179, 1],
      ]),
    )
    expect(outline).toHaveLength(4)
    expect(holes.map(hole => hole.length)).toEqual([4, 4])
    for (const holePoint of [at(0.5, 179.8), at(0.5, -179.8), at(0.5, 180), at(0.15, 179.15)])
      expect(decide(shape, holePoint).inside).toBe(false)
    for (const insidePoint of [at(0.2, 180), at(0.2, -180), at(0.8, -179.9)])
      expect(decide(shape, insidePoint).inside).toBe(true)
  })

  test('join where they partly share a side, even several of them, written at 180 or at -180', () => {
    // One western part meets two eastern ones. The longer of the two extends beyond it.
    const { zones } = readZones([
      [ring(179, 0, 180, 1)],
      [ring(-180, 0, -179, 0.3)],
      [ring(180, 0.5, 181, 2)],
    ])
    expect(zones[0]?.notes).toEqual(['Parts joined at longitude 180'])
    expect(zones[0]?.shape).toMatchObject({ boundary: 'polygon' })
    const shape = zones[0]?.shape as ZoneShape
    expect(decide(shape, at(0.1, 180)).inside).toBe(true)
    expect(decide(shape, at(0.7, 180)).inside).toBe(true)
    expect(decide(shape, at(0.4, -179.9)).inside).toBe(false)
    expect(decide(shape, at(1.5, 179.9)).inside).toBe(false)
  })

  test('stay unchanged, number for number, if they match no other part', () => {
    const polygons = [
      [[at(0, 179), at(0, 180), at(1, 180), at(1, 179)]],
      [[at(0, -180), at(0, -179), at(1, -179), at(1, -180)]],
      [[at(2, -180), at(2, -179), at(3, -179), at(3, -180)]],
      [[at(5, 10), at(5, 11), at(6, 11)]],
    ]
    const { polygons: joinedPolygons, joined: joinedCount } = joinAtAntimeridian(polygons)
    expect(joinedCount).toBe(1)
    expect(joinedPolygons).toHaveLength(3)
    expect(joinedPolygons.slice(1)).toEqual(polygons.slice(2))
    const separate = polygons.slice(1)
    expect(joinAtAntimeridian(separate)).toEqual({ polygons: separate, joined: 0 })
    // These parts meet in a point on the antimeridian and share no side.
    const corner = [polygons[0] ?? [], [[at(1, -180), at(1, -179), at(2, -179), at(2, -180)]]]
    expect(joinAtAntimeridian(corner).joined).toBe(0)
  })

  test('keep a corner that was cut a few millimetres from its tip', () => {
    const tip = -300.1e-6
    const west = [at(0, 179.9), at(-1e-3, 180), at(tip, 180), at(-1e-4, 179.9999), at(0, 180)]
    const east = [
      at(tip + 1.4e-7, -180),
      at(tip, wrapLongitude(180 + 4e-8)),
      at(-1e-3, -180),
      at(0, -179.9),
      at(0, -180),
      at(-1e-4, -179.9999),
    ]
    const { polygons } = joinAtAntimeridian([[west], [east]])
    expect(polygons).toHaveLength(1)
    expect(polygons[0]?.flat().filter(({ lat }) => Math.abs(lat - tip) < 2e-7).length).toBeGreaterThan(0)
  })

  test('are still rejected if they overlap', () => {
    const { refused } = readZones([[ring(179, 0, 180, 1)], [ring(179.5, 0, 181, 1)]])
    expect(refused.map(({ code }) => code)).toEqual(['rings_cross'])
  })
})
