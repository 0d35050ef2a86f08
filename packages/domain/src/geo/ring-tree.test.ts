import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { createSearch, distanceToEdge, toDistance, updateNearest } from './distance-to-edge.ts'
import type { LatLng } from './lat-lng.ts'
import { wrapLongitude } from './longitude.ts'
import { pointInPolygon } from './point-in-polygon.ts'
import { countSides, createRing, toRingX } from './ring.ts'
import { createRingTree, isInsideRing, searchRing } from './ring-tree.ts'

const searchTree = (tree: ReturnType<typeof createRingTree>, { lat, lng }: LatLng) => {
  const search = createSearch(lat)
  searchRing(tree, lng, search)
  return search
}
const measureDistance = (tree: ReturnType<typeof createRingTree>, point: LatLng) =>
  toDistance(searchTree(tree, point))

/** Finds the nearest side with a full scan of the sides. */
const searchAll = ({ ring }: ReturnType<typeof createRingTree>, { lat, lng }: LatLng) => {
  const search = createSearch(lat)
  search.x = toRingX(ring, lng)
  updateNearest(ring.coords, 0, countSides(ring), search)
  return search
}

const onGrid = fc.integer({ min: -20, max: 20 }).map(n => n / 10_000)
/**
 * Generates polygons, self-intersecting or not, on a coarse grid, so that points share latitudes and lie on corners and sides.
 */
const scene = fc.record({
  lat: fc.integer({ min: -75, max: 75 }),
  lng: fc.constantFrom(20, 180, -179.999),
  corners: fc.array(fc.tuple(onGrid, onGrid), { minLength: 1, maxLength: 300, size: 'max' }),
  points: fc.array(fc.tuple(onGrid, onGrid), { minLength: 20, maxLength: 20 }),
})

describe('a ring with boxes around its sides', () => {
  test('gives the same results as the plain ring, including on its border', () => {
    let insideCount = 0
    fc.assert(
      fc.property(scene, ({ lat, lng, corners, points }) => {
        const polygon = corners.map(([n, e]) => ({ lat: lat + n, lng: wrapLongitude(lng + e) }))
        const tree = createRingTree(createRing(polygon))
        for (const [n, e] of points) {
          const point = { lat: lat + n, lng: wrapLongitude(lng + e) }
          const inside = pointInPolygon(point, polygon)
          if (inside) insideCount += 1
          expect(isInsideRing(tree, point.lat, point.lng)).toBe(inside)
          const indexes = searchTree(tree, point)
          expect(Math.sqrt(indexes.best2)).toBeCloseTo(Math.sqrt(searchAll(tree, point).best2), 12)
          // If two sides are equally far on the flat map, either may be found; on the sphere they differ by centimetres.
          expect(Math.abs(toDistance(indexes) - distanceToEdge(point, polygon))).toBeLessThan(0.1)
        }
      }),
      { numRuns: 100 },
    )
    expect(insideCount).toBeGreaterThan(50)
  })

  test('examines few sides of a large polygon', () => {
    const corners = 2_000
    const polygon = Array.from({ length: corners }, (_, n) => {
      const bearing = (n / corners) * 2 * Math.PI
      const radius = 0.01 + 0.004 * Math.sin(23 * bearing)
      return { lat: 10 + radius * Math.cos(bearing), lng: 20 + radius * Math.sin(bearing) }
    })
    const tree = createRingTree(createRing(polygon))
    let readCount = 0
    tree.ring.coords = new Proxy(tree.ring.coords, {
      get: (target, key) => {
        if (typeof key === 'string' && /^\d+$/.test(key)) readCount += 1
        return Reflect.get(target, key)
      },
    })
    for (let n = 0; n < 200; n++) {
      const point = { lat: 9.985 + (n % 20) * 0.0015, lng: 19.985 + Math.floor(n / 20) * 0.003 }
      expect(isInsideRing(tree, point.lat, point.lng)).toBe(pointInPolygon(point, polygon))
      measureDistance(tree, point)
    }
    // Scanning all sides for both queries would read about eight numbers per side.
    expect(readCount / 200).toBeLessThan(8 * corners * 0.15)
  })

  test('contains nothing and is infinitely far away if it has no corners', () => {
    const tree = createRingTree(createRing([]))
    expect(isInsideRing(tree, 0, 0)).toBe(false)
    expect(measureDistance(tree, { lat: 0, lng: 0 })).toBe(Number.POSITIVE_INFINITY)
  })
})
