import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { boundsContain, longitudeSpan, toBounds, toCorners } from './bounds.ts'
import { wrapLongitude } from './longitude.ts'

describe('bounds', () => {
  test('span both corners in any order', () => {
    const bounds = { south: 1, north: 2, west: 3, east: 4 }
    expect(
      toBounds([
        { lat: 2, lng: 3 },
        { lat: 1, lng: 4 },
      ]),
    ).toEqual(bounds)
    expect(
      toBounds([
        { lat: 1, lng: 3 },
        { lat: 2, lng: 4 },
      ]),
    ).toEqual(bounds)
    expect(toCorners(bounds)).toEqual({ start: { lat: 2, lng: 3 }, end: { lat: 1, lng: 4 } })
  })

  test('take the short way across the antimeridian', () => {
    const bounds = toBounds([
      { lat: 1, lng: 179.999 },
      { lat: -1, lng: -179.998 },
    ])
    expect(bounds).toEqual({ south: -1, north: 1, west: 179.999, east: -179.998 })
    expect(longitudeSpan(bounds)).toBeCloseTo(0.003, 9)
    expect(boundsContain(bounds, { lat: 0, lng: 180 })).toBe(true)
    expect(boundsContain(bounds, { lat: 0, lng: -180 })).toBe(true)
    expect(boundsContain(bounds, { lat: 0, lng: -179.998 })).toBe(true)
    expect(boundsContain(bounds, { lat: 0, lng: -179.997 })).toBe(false)
    expect(boundsContain(bounds, { lat: 0, lng: 0 })).toBe(false)
  })

  test('reject an empty list of points', () => {
    expect(() => toBounds([])).toThrow(RangeError)
  })

  test('contain their sides and nothing beyond them', () => {
    const bounds = toBounds([
      { lat: 28.611, lng: 77.209 },
      { lat: 28.613, lng: 77.211 },
    ])
    expect(boundsContain(bounds, { lat: 28.611, lng: 77.209 })).toBe(true)
    expect(boundsContain(bounds, { lat: 28.613, lng: 77.211 })).toBe(true)
    expect(boundsContain(bounds, { lat: 28.6130001, lng: 77.21 })).toBe(false)
    expect(boundsContain(bounds, { lat: 28.612, lng: 77.2089999 })).toBe(false)
  })

  test('contain every point from which they were built, anywhere on earth', () => {
    const cluster = fc
      .record({
        lat: fc.integer({ min: -89_000_000, max: 89_000_000 }).map(n => n / 1e6),
        lng: fc.integer({ min: -180_000_000, max: 180_000_000 }).map(n => n / 1e6),
        steps: fc.array(
          fc.tuple(
            fc.integer({ min: -1_000_000, max: 1_000_000 }).map(n => n / 1e6),
            fc.integer({ min: -1_000_000, max: 1_000_000 }).map(n => n / 1e6),
          ),
          {
            minLength: 1,
          },
        ),
      })
      .map(({ lat, lng, steps }) => steps.map(([n, e]) => ({ lat: lat + n, lng: wrapLongitude(lng + e) })))
    fc.assert(
      fc.property(cluster, points => {
        const bounds = toBounds(points)
        expect(longitudeSpan(bounds)).toBeLessThanOrEqual(2 + 1e-9)
        for (const point of points) expect(boundsContain(bounds, point)).toBe(true)
      }),
    )
  })
})
