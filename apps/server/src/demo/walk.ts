import { metersPerDegree, radiansPerDegree } from '@muster/domain/geo/distance.ts'
import type { LatLng } from '@muster/domain/geo/lat-lng.ts'

/** A walker: where they are, where they go, and how long they rest there. Times in milliseconds. */
export type Walker = { readonly at: LatLng; readonly goal: LatLng; readonly restUntil: number }

/** Brisk: a demo should show somebody coming or going every minute. Metres a second. */
const SPEED = 6

/**
 * Where the walker is `elapsedMs` later. On arrival they rest, and then take the goal that `nextGoal` gives.
 * Flat-earth steps are exact enough for a city.
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
  const step = (SPEED * elapsedMs) / 1000
  if (distance <= step) {
    const next = nextGoal()
    return { at: goal, goal: next.goal, restUntil: now + next.restMs }
  }
  const part = step / distance
  return {
    ...walker,
    at: { lat: at.lat + (goal.lat - at.lat) * part, lng: at.lng + (goal.lng - at.lng) * part },
  }
}
