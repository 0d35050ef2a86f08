import fc from 'fast-check'
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
    const states = ['inside', 'outside', 'stale', 'unknown', 'critical', 'high', 'medium', 'low'] as const
    fc.assert(
      fc.property(fc.array(fc.constantFrom(...states), { minLength: 1, maxLength: 300 }), list => {
        const ring = toRing(list.map(state => ({ state })))
        expect(ring.reduce((sum, { steps }) => sum + steps, 0)).toBe(ringSteps)
        expect(new Set(ring.map(({ variant }) => variant))).toEqual(new Set(list))
        expect(Math.min(...ring.map(({ steps }) => steps))).toBeGreaterThan(0)
      }),
    )
  })

  it('has the same image for equal shares', () => {
    expect(ringName(toRing(people({ inside: 2, stale: 2 })))).toBe(
      ringName(toRing(people({ stale: 70, inside: 70 }))),
    )
  })
})
