import { distanceMeters } from '@muster/domain/geo/distance.ts'
import { describe, expect, it } from 'vitest'
import { chooseHabit, walk } from './walk.ts'

const office = { lat: 28.6315, lng: 77.2193 }
const gate = { lat: 28.6129, lng: 77.2295 }
const stayAtOffice = () => ({ goal: office, restMs: 60_000 })

describe('a walker of the demo', () => {
  it('approaches the goal by speed times time', () => {
    const walkerBefore = { at: office, goal: gate, restUntil: 0 }
    const walkerAfter = walk(walkerBefore, 1_000, 5_000, stayAtOffice)
    expect(distanceMeters(office, walkerAfter.at)).toBeCloseTo(30, 0)
    expect(distanceMeters(walkerAfter.at, gate)).toBeLessThan(distanceMeters(office, gate))
  })

  it('arrives, rests, and only then goes on', () => {
    const arrivedWalker = walk({ at: gate, goal: gate, restUntil: 0 }, 1_000, 5_000, stayAtOffice)
    expect(arrivedWalker).toEqual({ at: gate, goal: office, restUntil: 61_000 })
    expect(walk(arrivedWalker, 30_000, 5_000, stayAtOffice)).toBe(arrivedWalker)
    expect(walk(arrivedWalker, 61_000, 5_000, stayAtOffice).at).not.toEqual(gate)
  })
})

it('most of the twelve workers stay in their zone, two come and go, and two are not seen', () => {
  const habits = Array.from({ length: 12 }, (_, index) => chooseHabit(index))
  const count = (habit: string) => habits.filter(it => it === habit).length
  expect([count('steady'), count('roaming'), count('silent')]).toEqual([8, 2, 2])
})
