import { distanceMeters } from '@muster/domain/geo/distance.ts'
import { describe, expect, it } from 'vitest'
import { walk } from './walk.ts'

const office = { lat: 28.6315, lng: 77.2193 }
const gate = { lat: 28.6129, lng: 77.2295 }
const stay = () => ({ goal: office, restMs: 60_000 })

describe('a walker of the demo', () => {
  it('approaches the goal by speed times time', () => {
    const before = { at: office, goal: gate, restUntil: 0 }
    const after = walk(before, 1_000, 5_000, stay)
    expect(distanceMeters(office, after.at)).toBeCloseTo(30, 0)
    expect(distanceMeters(after.at, gate)).toBeLessThan(distanceMeters(office, gate))
  })

  it('arrives, rests, and only then goes on', () => {
    const arrived = walk({ at: gate, goal: gate, restUntil: 0 }, 1_000, 5_000, stay)
    expect(arrived).toEqual({ at: gate, goal: office, restUntil: 61_000 })
    expect(walk(arrived, 30_000, 5_000, stay)).toBe(arrived)
    expect(walk(arrived, 61_000, 5_000, stay).at).not.toEqual(gate)
  })
})
