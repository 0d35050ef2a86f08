import { distanceMeters } from '@muster/domain/geo/distance.ts'
import type { LatLng } from '@muster/domain/geo/lat-lng.ts'

type Centred = { readonly id: string; readonly center: LatLng }

/** Returns the id of the zone whose centre is nearest to a position; undefined without a position or zones. */
export function nearestZoneId(zones: readonly Centred[], here: LatLng | undefined): string | undefined {
  if (!here) return undefined
  let nearest: { id: string; meters: number } | undefined
  for (const { id, center } of zones) {
    const meters = distanceMeters(here, center)
    if (!nearest || meters < nearest.meters) nearest = { id, meters }
  }
  return nearest?.id
}
