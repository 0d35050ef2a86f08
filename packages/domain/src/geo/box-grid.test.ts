import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { type Bounds, boundsOverlap } from './bounds.ts'
import { createBoxGrid } from './box-grid.ts'
import { wrapLongitude } from './longitude.ts'

/** Generates boxes anywhere, from a point to half the earth in size. Only some are aligned to cells. */
const box: fc.Arbitrary<Bounds> = fc
  .record({
    south: fc.oneof(fc.integer({ min: -90, max: 90 }), fc.double({ min: -90, max: 90, noNaN: true })),
    west: fc.oneof(
      fc.integer({ min: -8, max: 8 }).map(n => n * 22.5),
      fc.integer({ min: -18_000, max: 18_000 }).map(n => n / 100),
    ),
    size: fc.tuple(fc.integer({ min: -2, max: 22 }), fc.integer({ min: -2, max: 22 })),
    point: fc.boolean(),
  })
  .map(({ south, west, size: [high, wide], point }) => ({
    south,
    west,
    north: Math.min(90, point ? south : south + 180 / 2 ** high),
    east: point ? west : wrapLongitude(west + Math.min(360, 360 / 2 ** wide)),
  }))

describe('a grid of boxes', () => {
  test('finds each overlapping box exactly once as boxes are added and removed', () => {
    let hitCount = 0
    fc.assert(
      fc.property(
        fc.array(box, { maxLength: 60, size: 'max' }),
        fc.array(box, { minLength: 1, maxLength: 10 }),
        fc.array(fc.nat(59), { maxLength: 20 }),
        (boxes, searches, removedIndexes) => {
          const grid = createBoxGrid<number>()
          boxes.forEach((bounds, n) => {
            grid.add(bounds, n)
          })
          const remainingIndexes = new Set(boxes.keys())
          for (const n of removedIndexes) {
            const bounds = boxes[n]
            if (bounds) expect(grid.remove(bounds, n)).toBe(remainingIndexes.delete(n))
          }
          for (const search of searches) {
            const visitedIndexes: number[] = []
            grid.overlapping(search, n => visitedIndexes.push(n))
            hitCount += visitedIndexes.length
            const expectedIndexes = [...remainingIndexes].filter(n =>
              boundsOverlap(boxes[n] as Bounds, search),
            )
            expect(visitedIndexes.toSorted((a, b) => a - b)).toEqual(expectedIndexes)
          }
        },
      ),
      { numRuns: 300 },
    )
    // Ensures that the comparison above was not vacuous, whatever the random data.
    expect(hitCount).toBeGreaterThan(100)
  })

  test('examines only a few of many boxes', () => {
    const grid = createBoxGrid<number>()
    let visitCount = 0
    for (let n = 0; n < 10_000; n++) {
      const [south, west] = [Math.floor(n / 100) / 100, (n % 100) / 100]
      const bounds = { south, west, north: south + 0.005, east: west + 0.005 }
      grid.add(
        {
          ...bounds,
          get north() {
            visitCount += 1
            return bounds.north
          },
        },
        n,
      )
    }
    visitCount = 0
    const visitedIndexes: number[] = []
    grid.overlapping({ south: 0.501, west: 0.501, north: 0.501, east: 0.501 }, n => visitedIndexes.push(n))
    expect(visitedIndexes).toEqual([5_050])
    expect(visitCount).toBeLessThan(40)
  })
})
