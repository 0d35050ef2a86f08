import { haversineMeters } from './geo/distance.ts'
import type { LatLng } from './geo/lat-lng.ts'
import { knownAccuracy } from './geofence.ts'
import { limits } from './limits.ts'

/** Where a reading was taken. Degrees, and metres where the device says how exact it is. */
export type Place = LatLng & { readonly accuracyMeters: number | null }

/** From one reading to the next: the metres and milliseconds between them, and the accuracies in metres they are held to. */
export type Way = {
  readonly meters: number
  readonly ms: number
  readonly accuraciesM: readonly [number, number]
}

export function wayBetween(from: Place, to: Place, ms: number): Way {
  const accuracyOf = (place: Place) => knownAccuracy(place.accuracyMeters ?? undefined)
  const meters = haversineMeters(from.lat, from.lng, to.lat, to.lng)
  return { meters, ms, accuraciesM: [accuracyOf(from), accuracyOf(to)] }
}

/**
 * Whether the next reading lies so far off that it is not believed at once: satellite positions jump by hundreds of metres
 * between walls, and the phone still reports two metres.
 */
export const isJump = (way: Way): boolean => shortestM(way) > plausibleM(way.ms)

/** Whether somebody could have come from the one to the other, by whatever vehicle. */
export const isPossible = ({ ms, ...way }: Way): boolean =>
  shortestM(way) <= (limits.vehicleSpeedMps * ms) / 1000

/**
 * The metres up to which one reading is believed after this time: at a walk for two minutes, and from then on in a
 * vehicle that gains speed. It grows without a step, so that no spacing of readings lets a jump through that a second less holds back.
 */
function plausibleM(ms: number): number {
  const seconds = ms / 1000
  const rideS = Math.max(0, ms - limits.rideAfterMs) / 1000
  const rideM = (limits.rideGainMps2 / 2) * rideS ** 2
  return Math.min(limits.walkSpeedMps * seconds + rideM, limits.vehicleSpeedMps * seconds)
}

/** The shortest way that both accuracies leave. */
const shortestM = ({ meters, accuraciesM: [from, to] }: Omit<Way, 'ms'>) => meters - from - to
