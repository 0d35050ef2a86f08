import type { DevicePosition, PositionFailure } from './location-device.ts'

/**
 * One reading. Positions are in WGS 84 degrees, lengths in metres, headings in degrees from north and speeds in metres per second.
 * The time is an ISO instant by the device's clock.
 */
export type PositionReading = {
  lat: number
  lng: number
  accuracyMeters: number | null
  altitudeMeters: number | null
  altitudeAccuracyMeters: number | null
  headingDegrees: number | null
  speedMps: number | null
  capturedAt: string
}

export type PositionResult = { ok: true; reading: PositionReading } | { ok: false; failure: PositionFailure }

/**
 * Converts a device's position to a reading. Limits the timestamp to between `maximumAgeMs` ago and now, because an idle provider
 * keeps returning its first timestamp, and some providers use another epoch. The device guarantees that no position is older than
 * `maximumAgeMs`.
 */
export function toReading(
  { coords, timestamp }: DevicePosition,
  maximumAgeMs: number,
  now: number = Date.now(),
): PositionReading {
  const at = Math.min(now, Math.max(timestamp, now - maximumAgeMs))
  return {
    lat: coords.latitude,
    lng: coords.longitude,
    accuracyMeters: toNumber(coords.accuracy),
    altitudeMeters: toNumber(coords.altitude),
    altitudeAccuracyMeters: toNumber(coords.altitudeAccuracy),
    headingDegrees: toNumber(coords.heading),
    speedMps: toNumber(coords.speed),
    capturedAt: new Date(at).toISOString(),
  }
}

const toNumber = (value: number | null | undefined) =>
  value !== undefined && value !== null && Number.isFinite(value) ? value : null
