import { t } from '@lingui/core/macro'
import { type CompassPoint, compassPoint } from '@muster/domain/geo/compass-point.ts'
import { distanceMeters } from '@muster/domain/geo/distance.ts'
import type { LatLng } from '@muster/domain/geo/lat-lng.ts'
import { formatMeters } from '../../lib/format-accuracy.ts'

/** Sorts places by their distance, if the position is known. */
export const sortByDistance = <Place extends LatLng>(
  places: readonly Place[],
  position: LatLng | undefined,
): readonly Place[] =>
  position
    ? places.toSorted((one, other) => distanceMeters(position, one) - distanceMeters(position, other))
    : places

const directionTexts: Readonly<Record<CompassPoint, (distance: string) => string>> = {
  north: distance => t`${distance} to the north`,
  north_east: distance => t`${distance} to the north-east`,
  east: distance => t`${distance} to the east`,
  south_east: distance => t`${distance} to the south-east`,
  south: distance => t`${distance} to the south`,
  south_west: distance => t`${distance} to the south-west`,
  west: distance => t`${distance} to the west`,
  north_west: distance => t`${distance} to the north-west`,
}

/** Metres below which the direction says nothing, because the position is no more accurate than that. */
const hereMeters = 15

/** How to get to a place: "80 m to the north-east". */
export function wayText(from: LatLng, to: LatLng): string {
  const meters = distanceMeters(from, to)
  const distance = formatMeters(meters < 100 ? Math.round(meters) : Math.round(meters / 10) * 10)
  return meters < hereMeters ? distance : directionTexts[compassPoint(from, to)](distance)
}
