import { metersPerDegree, radiansPerDegree } from '@muster/domain/geo/distance.ts'
import type { LatLng } from '@muster/domain/geo/lat-lng.ts'

/** A walker's position, goal, and the time (ms) when the current rest ends. */
export type Walker = { readonly at: LatLng; readonly goal: LatLng; readonly restUntil: number }

/**
 * How a simulated worker behaves: most stay in their zone (`steady`), some come and go (`roaming`), and two have a phone that sends
 * only old readings, so that they are not seen (`silent`).
 */
export type Habit = 'steady' | 'roaming' | 'silent'

/** Returns the habit of the walker at this place in the list. Of the first twelve, two roam and two are silent. */
export const chooseHabit = (index: number): Habit =>
  index % 12 === 4 || index % 12 === 10
    ? 'silent'
    : index % 12 === 7 || index % 12 === 11
      ? 'roaming'
      : 'steady'

/** Metres per second. This is faster than walking, so that somebody comes or goes about every minute. */
const SPEED_MPS = 6

/**
 * Returns the walker `elapsedMs` later; unchanged during a rest. On arrival, the walker rests and then heads for the goal that
 * `nextGoal` returns. Treating the earth as flat is accurate enough within a city.
 */
export function walk(
  walker: Walker,
  now: number,
  elapsedMs: number,
  nextGoal: () => { goal: LatLng; restMs: number },
): Walker {
  if (now < walker.restUntil) return walker
  const { at, goal } = walker
  const metresPerLng = metersPerDegree * Math.cos(at.lat * radiansPerDegree)
  const north = (goal.lat - at.lat) * metersPerDegree
  const east = (goal.lng - at.lng) * metresPerLng
  const distance = Math.hypot(north, east)
  const step = (SPEED_MPS * elapsedMs) / 1000
  if (distance <= step) {
    const nextStop = nextGoal()
    return { at: goal, goal: nextStop.goal, restUntil: now + nextStop.restMs }
  }
  const fraction = step / distance
  return {
    ...walker,
    at: { lat: at.lat + (goal.lat - at.lat) * fraction, lng: at.lng + (goal.lng - at.lng) * fraction },
  }
}
