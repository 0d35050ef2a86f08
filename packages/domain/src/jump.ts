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
 * between walls, and the phone still reports two metres. Within two minutes that is further than anybody walks; later, when
 * many drive away and report only once, further than any vehicle gets.
 */
export const isJump = (way: Way): boolean =>
  isFaster(way, way.ms < limits.jumpWithinMs ? limits.walkSpeedMps : limits.vehicleSpeedMps)

/** Whether somebody could have come from the one to the other, by whatever vehicle. */
export const isPossible = (way: Way): boolean => !isFaster(way, limits.vehicleSpeedMps)

/** The shortest way that both accuracies leave. */
const isFaster = ({ meters, ms, accuraciesM: [from, to] }: Way, metersPerSecond: number) =>
  meters - from - to > (metersPerSecond * ms) / 1000
