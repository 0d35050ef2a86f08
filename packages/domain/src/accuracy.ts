/** How good a reading is, best first. */
export const accuracyBands = ['excellent', 'good', 'fair', 'poor'] as const
export type AccuracyBand = (typeof accuracyBands)[number]

/** Zone features accept readings up to this many metres. */
export const zoneAccuracyLimitM = 15
/** Tracking accepts readings up to this many metres. */
export const trackingAccuracyLimitM = 20
/** A press of the button with a reading worse than this many metres settles nothing near the edge of the zone. */
export const tellingAccuracyLimitM = 50

/** The band of an accuracy in metres (68 % radius, as devices report it): up to 5, 10, 20, and above that poor. */
export function accuracyBand(meters: number): AccuracyBand {
  if (meters <= 5) return 'excellent'
  if (meters <= 10) return 'good'
  if (meters <= 20) return 'fair'
  return 'poor'
}

/** Whether an accuracy in metres meets a limit in metres; no number is no accuracy and meets none. */
export function isAccurateEnough(meters: number | undefined, limitM: number = zoneAccuracyLimitM): boolean {
  return meters !== undefined && meters >= 0 && meters <= limitM
}
