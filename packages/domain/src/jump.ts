import { haversineMeters } from './geo/distance.ts'
import type { LatLng } from './geo/lat-lng.ts'
import { accuracyOrDefault } from './geofence.ts'

/** A walking speed, and a speed that no vehicle exceeds, in metres per second. The specification gives neither. */
const walkSpeedMps = 1.5
const vehicleSpeedMps = 90
/**
 * For this long after the previous reading, a reading is believed within walking distance; after that, within the distance that a
 * vehicle with this acceleration covers.
 */
const rideAfterMs = 2 * 60_000
const rideGainMps2 = 0.2

/** The position of a reading in degrees, with its accuracy in metres if the device reports one. */
export type ReadingPosition = LatLng & { readonly accuracyMeters: number | null }

/** Between two consecutive readings: length in metres, duration in milliseconds, both readings' accuracies in metres. */
export type Movement = {
  readonly meters: number
  readonly ms: number
  readonly accuraciesM: readonly [number, number]
}

export function measureMovement(from: ReadingPosition, to: ReadingPosition, ms: number): Movement {
  const toAccuracy = (place: ReadingPosition) => accuracyOrDefault(place.accuracyMeters ?? undefined)
  const meters = haversineMeters(from.lat, from.lng, to.lat, to.lng)
  return { meters, ms, accuraciesM: [toAccuracy(from), toAccuracy(to)] }
}

/** GNSS positions jump by hundreds of metres between walls while the phone still reports an accuracy of two metres. */
export const isJump = (movement: Movement): boolean =>
  shortestDistanceM(movement) > plausibleDistanceM(movement.ms)

/** Returns true if the fastest vehicle could cover the distance in that time. */
export const isPossible = ({ ms, ...movement }: Movement): boolean =>
  shortestDistanceM(movement) <= (vehicleSpeedMps * ms) / 1000

/**
 * In metres: walking for two minutes, then a vehicle accelerating to top speed. Continuous, never faster than that, so that another
 * spacing of readings lets no jump through.
 */
function plausibleDistanceM(ms: number): number {
  const rideS = Math.max(0, ms - rideAfterMs) / 1000
  const gainS = Math.min(rideS, (vehicleSpeedMps - walkSpeedMps) / rideGainMps2)
  const rideM = rideGainMps2 * gainS * (rideS - gainS / 2)
  return (walkSpeedMps * ms) / 1000 + rideM
}

/** Returns the shortest distance that both accuracies allow. */
const shortestDistanceM = ({ meters, accuraciesM: [from, to] }: Omit<Movement, 'ms'>) => meters - from - to
