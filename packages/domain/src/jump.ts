import { haversineMeters } from './geo/distance.ts'
import type { LatLng } from './geo/lat-lng.ts'
import { knownAccuracy } from './geofence.ts'

/** Walking speed, and a speed that no vehicle exceeds, in metres per second. The specification gives neither. */
const walkSpeedMps = 1.5
const vehicleSpeedMps = 90
/**
 * Within this time a reading is believed up to walking distance; after that up to a ride that accelerates by so many metres per
 * second each second.
 */
const rideAfterMs = 2 * 60_000
const rideGainMps2 = 0.2

/** The place of a reading, in degrees, with its accuracy in metres if the device reports one. */
export type Place = LatLng & { readonly accuracyMeters: number | null }

/** The way between two consecutive readings: metres, milliseconds, and the accuracies in metres that apply to them. */
export type Way = {
  readonly meters: number
  readonly ms: number
  readonly accuraciesM: readonly [number, number]
}

export function wayBetween(from: Place, to: Place, ms: number): Way {
  const toAccuracy = (place: Place) => knownAccuracy(place.accuracyMeters ?? undefined)
  const meters = haversineMeters(from.lat, from.lng, to.lat, to.lng)
  return { meters, ms, accuraciesM: [toAccuracy(from), toAccuracy(to)] }
}

/**
 * True if the next reading is too far away to be believed at once. Satellite positions jump by hundreds of metres between walls
 * while the phone still reports two metres of accuracy.
 */
export const isJump = (way: Way): boolean => shortestM(way) > plausibleM(way.ms)

/** True if a person could cover the distance in any vehicle. */
export const isPossible = ({ ms, ...way }: Way): boolean => shortestM(way) <= (vehicleSpeedMps * ms) / 1000

/**
 * The largest distance in metres at which one reading is believed after this time: walking speed for two minutes, then a vehicle
 * that accelerates to its top speed. The function has no steps, and no second adds more than the top speed, so a different spacing
 * of readings cannot let a jump through.
 */
function plausibleM(ms: number): number {
  const rideS = Math.max(0, ms - rideAfterMs) / 1000
  const gainS = Math.min(rideS, (vehicleSpeedMps - walkSpeedMps) / rideGainMps2)
  const rideM = rideGainMps2 * gainS * (rideS - gainS / 2)
  return (walkSpeedMps * ms) / 1000 + rideM
}

/** The shortest distance that both accuracies allow. */
const shortestM = ({ meters, accuraciesM: [from, to] }: Omit<Way, 'ms'>) => meters - from - to
