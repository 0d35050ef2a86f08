import { metersPerDegree, radiansPerDegree } from '@muster/domain/geo/distance.ts'
import type { LatLng } from '@muster/domain/geo/lat-lng.ts'

/** A walker's position, goal, and the time (ms) when the current rest ends. */
export type Walker = { readonly at: LatLng; readonly goal: LatLng; readonly restUntil: number }

/** `steady` stays in the zone, `roaming` comes and goes, `silent` (two people) sends only old readings and is not seen. */
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

/** Unchanged during a rest; after an arrival, rests and heads for `nextGoal`. A flat earth is accurate enough in a city. */
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
