import { metersPerDegree, radiansPerDegree } from '@muster/domain/geo/distance.ts'
import type { LatLng } from '@muster/domain/geo/lat-lng.ts'

/** A walker's position, goal, and the time (ms) when the current rest ends. */
export type Walker = { readonly at: LatLng; readonly goal: LatLng; readonly restUntil: number }

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
