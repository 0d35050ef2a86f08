import { describe, expect, it } from 'vitest'
import { ringName, ringSteps, toRing } from './cluster-ring.ts'
import type { MapPinVariant } from './surface.ts'

const people = (counts: Partial<Record<MapPinVariant, number>>) =>
  (Object.entries(counts) as [MapPinVariant, number][]).flatMap(([state, count]) =>
    Array.from({ length: count }, () => ({ state })),
  )

describe('the ring of a cluster', () => {
  it('is divided by the states of its people, those not seen first', () => {
    expect(toRing(people({ inside: 50, stale: 25, outside: 25 }))).toEqual([
      { variant: 'stale', steps: 3 },
      { variant: 'inside', steps: 6 },
      { variant: 'outside', steps: 3 },
    ])
  })

  it('shows a single person not seen among hundreds, and counts a position that may be fake as not seen', () => {
    expect(toRing(people({ inside: 400, doubtful: 1 }))).toEqual([
      { variant: 'stale', steps: 1 },
      { variant: 'inside', steps: 11 },
    ])
  })

  it('has a step for each state and twelve in all, whatever the numbers', () => {
    for (const inside of [0, 1, 7, 400])
      for (const stale of [1, 2, 90])
        for (const outside of [0, 3, 1_000]) {
          const ring = toRing(people({ inside, stale, outside, unknown: 1 }))
          expect(ring.reduce((sum, { steps }) => sum + steps, 0)).toBe(ringSteps)
          expect(ring).toHaveLength([inside, stale, outside, 1].filter(count => count > 0).length)
          expect(Math.min(...ring.map(({ steps }) => steps))).toBeGreaterThan(0)
        }
  })

  it('has the same image for equal shares', () => {
    expect(ringName(toRing(people({ inside: 2, stale: 2 })))).toBe(
      ringName(toRing(people({ stale: 70, inside: 70 }))),
    )
  })
})
