import { accuracyBand } from '@muster/domain/accuracy.ts'
import { formatCount } from './format-count.ts'
import { formatPlace } from './format-place.ts'

/** '42 m', '12,345 m': metres at any distance, as specified. */
export function formatMeters(meters: number): string {
  return `${formatCount(meters)} m`
}

/** '±8 m good'. */
export function formatAccuracy(meters: number): string {
  return `${formatRadius(meters)} ${accuracyBand(meters)}`
}

/** '±8 m'. */
export function formatRadius(meters: number): string {
  return `±${formatMeters(Math.max(1, Math.ceil(meters)))}`
}

/** A measured place with its accuracy: '1.500000, 2.500000 (±8 m good)'. */
export function formatPosition(place: { lat: number; lng: number; accuracyMeters?: number | null }): string {
  const { accuracyMeters } = place
  if (accuracyMeters === null || accuracyMeters === undefined) return formatPlace(place)
  return `${formatPlace(place)} (${formatAccuracy(accuracyMeters)})`
}
