import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { wrapLongitude } from './geo/longitude.ts'
import type { ZoneShape } from './geo/shape.ts'
import { decide } from './geofence.ts'
import { at, home, offset, ringsAt, stars } from './testing/geometry.ts'
import { createZoneIndex } from './zone-index.ts'

const box = (south: number, west: number, size: number): ZoneShape => ({
  boundary: 'rectangle',
  start: at(south + size, west),
  end: at(south, wrapLongitude(west + size)),
})

describe('an index of zones', () => {
  test('returns every zone that contains or may contain a reading, with the verdict for that zone', () => {
    const index = createZoneIndex()
    index.set('here', box(0, 0, 0.001))
    index.set('beside', box(0, 0.0011, 0.001))
    index.set('far', box(0, 0.01, 0.001))
    const reading = { ...at(0.0005, 0.0009), accuracyMeters: 5 }
    expect(index.around(reading).map(({ zoneId }) => zoneId)).toEqual(['here'])
    const coarseReading = { ...reading, accuracyMeters: 23 }
    expect(index.around(coarseReading).toSorted((a, b) => a.zoneId.localeCompare(b.zoneId))).toEqual([
      { zoneId: 'beside', verdict: decide(box(0, 0.0011, 0.001), coarseReading) },
      { zoneId: 'here', verdict: decide(box(0, 0, 0.001), coarseReading) },
    ])
  })

  test('follows changed and removed zones', () => {
    const index = createZoneIndex()
    index.set('a', box(0, 0, 1))
    index.set('a', box(10, 10, 1))
    expect(index.size).toBe(1)
    expect(index.around(at(0.5, 0.5))).toEqual([])
    expect(index.around(at(10.5, 10.5))).toHaveLength(1)
    // An invalid shape is rejected before the old one is dropped.
    expect(() => index.set('a', { boundary: 'polygon', points: [at(0, 0)] })).toThrow(RangeError)
    expect(index.get('a')).toBeDefined()
    expect([index.remove('a'), index.remove('a')]).toEqual([true, false])
    expect(index.around(at(10.5, 10.5))).toEqual([])
    expect(index.size).toBe(0)
  })

  test('gives the same results as checking every zone, anywhere, at any accuracy', () => {
    const kind = fc.constantFrom('multipolygon', 'rectangle', 'circle')
    const zone = fc.record({ kind, stars, move: offset, size: fc.constantFrom(1, 1, 20) })
    const accuracy = fc.constantFrom(undefined, 0, 5, 40, 700, 30_000)
    let hitCount = 0
    fc.assert(
      fc.property(
        home,
        fc.array(zone, { minLength: 1, maxLength: 8 }),
        fc.array(fc.tuple(offset, accuracy), { minLength: 5, maxLength: 5 }),
        (place, zones, readings) => {
          const index = createZoneIndex()
          const shapes = zones.map(({ kind, stars, move: [north, east], size }, n): [string, ZoneShape] => {
            const centre = { lat: place.lat + north, lng: wrapLongitude(place.lng + east) }
            if (kind === 'multipolygon') {
              return [String(n), { boundary: kind, polygons: stars.map(it => ringsAt(it, centre)) }]
            }
            const end = at(centre.lat + 0.001 * size, wrapLongitude(centre.lng + 0.002 * size))
            return [String(n), { boundary: kind, start: at(centre.lat, centre.lng), end }]
          })
          for (const [zoneId, shape] of shapes) index.set(zoneId, shape)
          for (const [[north, east], accuracyMeters] of readings) {
            const point = at(place.lat + north, wrapLongitude(place.lng + east))
            const reading = { ...point, accuracyMeters }
            const expectedVerdicts = shapes.flatMap(([zoneId, shape]) => {
              const verdict = decide(shape, reading)
              return verdict.inside || verdict.certainty === 'uncertain' ? [{ zoneId, verdict }] : []
            })
            hitCount += expectedVerdicts.length
            const verdicts = index.around(reading).toSorted((a, b) => Number(a.zoneId) - Number(b.zoneId))
            expect(verdicts).toEqual(expectedVerdicts)
          }
        },
      ),
      { numRuns: 300 },
    )
    expect(hitCount).toBeGreaterThan(100)
  })
})
