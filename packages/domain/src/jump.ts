import { haversineMeters } from './geo/distance.ts'
import type { LatLng } from './geo/lat-lng.ts'
import { knownAccuracy } from './geofence.ts'
import { limits } from './limits.ts'

/** Where a reading was taken. Degrees, and metres where the device says how exact it is. */
export type Place = LatLng & { readonly accuracyMeters: number | null }

/** From one reading to the next, and the milliseconds between them. */
type Way = { readonly from: Place; readonly to: Place; readonly ms: number }

/**
 * Whether the next reading lies so far off that it is not believed at once: satellite positions jump by hundreds of metres
 * between walls, and the phone still reports two metres. Within a minute that is further than anybody runs; later, when many
 * drive away and report only once, further than any vehicle gets.
 */
export const isJump = (way: Way): boolean =>
  isFaster(way, way.ms < limits.jumpWithinMs ? limits.footSpeedMps : limits.vehicleSpeedMps)

/** Whether somebody could have come from the one to the other, by whatever vehicle. */
export const isPossible = (way: Way): boolean => !isFaster(way, limits.vehicleSpeedMps)

/** The shortest way that both accuracies leave. */
function isFaster({ from, to, ms }: Way, metersPerSecond: number): boolean {
  const slack =
    knownAccuracy(from.accuracyMeters ?? undefined) + knownAccuracy(to.accuracyMeters ?? undefined)
  return haversineMeters(from.lat, from.lng, to.lat, to.lng) - slack > (metersPerSecond * ms) / 1000
}
