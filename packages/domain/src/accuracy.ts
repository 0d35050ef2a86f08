/** The accuracy bands of a reading, best first. */
export const accuracyBands = ['excellent', 'good', 'fair', 'poor'] as const
export type AccuracyBand = (typeof accuracyBands)[number]

/** Zone features accept readings up to this accuracy, in metres. */
export const zoneAccuracyLimitM = 15
/** Tracking accepts readings up to this accuracy, in metres. */
export const trackingAccuracyLimitM = 20
/** Near the edge of a zone, a manual reading less accurate than this, in metres, does not decide on which side the person is. */
export const decisiveAccuracyLimitM = 50

/**
 * Returns the band of an accuracy in metres (the 68 % radius that devices report): excellent up to 5, good up to 10, fair up to 20,
 * poor above that.
 */
export function accuracyBand(meters: number): AccuracyBand {
  if (meters <= 5) return 'excellent'
  if (meters <= 10) return 'good'
  if (meters <= 20) return 'fair'
  return 'poor'
}

/** Returns true if an accuracy in metres is within a limit in metres. A missing accuracy meets no limit. */
export function isAccurateEnough(meters: number | undefined, limitM: number = zoneAccuracyLimitM): boolean {
  return meters !== undefined && meters >= 0 && meters <= limitM
}
