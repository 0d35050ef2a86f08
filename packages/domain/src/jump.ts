import { haversineMeters } from './geo/distance.ts'
import type { LatLng } from './geo/lat-lng.ts'
import { knownAccuracy } from './geofence.ts'

/** The pace of a walk, and a speed that no vehicle exceeds. Metres a second; the specification names none of these. */
const walkSpeedMps = 1.5
const vehicleSpeedMps = 90
/** Within this time a reading is believed as far as a walk leads; later as far as a ride, which gains so many metres a second each second. */
const rideAfterMs = 2 * 60_000
const rideGainMps2 = 0.2

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
export const isPossible = ({ ms, ...way }: Way): boolean => shortestM(way) <= (vehicleSpeedMps * ms) / 1000

/**
 * The metres up to which one reading is believed after this time: at a walk for two minutes, and from then on in a
 * vehicle that gains speed up to its top speed. No spacing of readings lets a jump through that a second less holds back:
 * there is no step, and no second adds more than the top speed.
 */
function plausibleM(ms: number): number {
  const rideS = Math.max(0, ms - rideAfterMs) / 1000
  const gainS = Math.min(rideS, (vehicleSpeedMps - walkSpeedMps) / rideGainMps2)
  const rideM = rideGainMps2 * gainS * (rideS - gainS / 2)
  return (walkSpeedMps * ms) / 1000 + rideM
}

/** The shortest way that both accuracies leave. */
const shortestM = ({ meters, accuraciesM: [from, to] }: Omit<Way, 'ms'>) => meters - from - to
