import { t } from '@lingui/core/macro'
import { accuracyBand } from '@muster/domain/accuracy.ts'
import { formatCount } from './format-count.ts'
import { formatPlace } from './format-place.ts'

/** Formats a distance: '42 m', '12,345 m'. Always in metres, as specified. */
export function formatMeters(meters: number): string {
  const metres = formatCount(meters)
  return t`${metres} m`
}

/** Formats an accuracy with its quality: '±8 m good'. */
export function formatAccuracy(meters: number): string {
  const radius = formatRadius(meters)
  switch (accuracyBand(meters)) {
    case 'excellent':
      return t`${radius} excellent`
    case 'good':
      return t`${radius} good`
    case 'fair':
      return t`${radius} fair`
    case 'poor':
      return t`${radius} poor`
  }
}

/** Formats an accuracy radius: '±8 m'. */
export function formatRadius(meters: number): string {
  return `±${formatMeters(Math.max(1, Math.ceil(meters)))}`
}

/** Formats a measured position with its accuracy: '1.500000, 2.500000 (±8 m good)'. */
export function formatPosition(place: { lat: number; lng: number; accuracyMeters?: number | null }): string {
  const { accuracyMeters } = place
  if (accuracyMeters === null || accuracyMeters === undefined) return formatPlace(place)
  return `${formatPlace(place)} (${formatAccuracy(accuracyMeters)})`
}
