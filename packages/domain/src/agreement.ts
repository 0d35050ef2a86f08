import type { Movement } from './jump.ts'

/**
 * Determines when uncertain readings agree, and how close to the edge a reading is ignored. The error of a phone at rest drifts
 * over minutes, so consecutive readings within that time repeat the same error and count as one. Accuracies below are those of
 * `accuracyOrDefault`; the figures come from `presence-drift.test.ts`.
 */

/**
 * The minimum time for which uncertain readings and jumps must agree, and the longer time required of uncertain readings in a zone
 * that is much wider than their error.
 */
export const shortAgreementMs = 10_000
const longAgreementMs = 2 * 60_000
/** A change of state more recent than this may have been caused by a position error. */
export const lateChangeMs = 15 * 60_000
/** Nobody walks faster than this, so a longer step between two readings must be a position error. */
const briskSpeedMps = 2.1
/** The time constant with which the position error of a phone at rest drifts. */
const errorTimeMs = 5 * 60_000
/** Readings further apart in time than this do not show whether somebody moved. */
const moveWithinMs = 60_000

/**
 * From 0 (no wider than the accuracy) to 1 (three times). Readings in a narrow zone never agree for minutes: nobody would get in.
 */
function relativeWidth(zoneWidthM: number | undefined, accuracyM: number): number {
  if (zoneWidthM === undefined || zoneWidthM >= 3 * accuracyM) return 1
  return Math.max(0, (zoneWidthM / accuracyM - 1) / 2)
}

/**
 * Returns how many milliseconds a series of readings must span. A recent change can be reverted sooner, because the readings that
 * caused it were no more certain.
 */
export function agreementMs(
  zoneWidthM: number | undefined,
  accuracyM: number,
  sinceChangeMs: number | undefined,
): number {
  if (sinceChangeMs !== undefined && sinceChangeMs < lateChangeMs) return shortAgreementMs
  return Math.round(
    shortAgreementMs + (longAgreementMs - shortAgreementMs) * relativeWidth(zoneWidthM, accuracyM),
  )
}

/**
 * In metres: a phone at rest drifts that far. `walk`, if the step was walked, reduces it, to 0 if another of that duration could
 * hardly take the person farther than the accuracy.
 */
export function driftM(
  isInside: boolean,
  accuracyM: number,
  zoneWidthM: number | undefined,
  walk?: Pick<Movement, 'ms'>,
): number {
  const driftsM = (accuracyM / 2) * (isInside ? relativeWidth(zoneWidthM, accuracyM) : 1)
  return walk ? driftsM * createClearance(accuracyM / walkableM(walk)) : driftsM
}

/**
 * The required distance from the edge falls to 0 between these two ratios of the accuracy to the distance that can be walked
 * between two readings.
 */
const [distanceShare, releaseShare] = [0.5, 0.9]
const createClearance = (share: number) =>
  Math.min(1, Math.max(0, (releaseShare - share) / (releaseShare - distanceShare)))

/** The accuracy is the 68 % radius, which is this many standard deviations of either coordinate: √(−2 ln 0.32). */
const deviationsInAccuracy = 1.51
/** The error of a phone at rest drifts by more than this many standard deviations in one step out of 170: e^(−3.2² / 2). */
const deviationsOfStep = 3.2

/**
 * A drifting error does not get that far; false beyond `moveWithinMs`. Over that time its steps have the standard deviation σ √(2 t
 * / τ) along each axis.
 */
export function hasMoved({ meters, ms }: Pick<Movement, 'ms' | 'meters'>, accuracyM: number): boolean {
  if (ms > moveWithinMs) return false
  const step = (accuracyM / deviationsInAccuracy) * Math.sqrt((2 * ms) / errorTimeMs)
  return meters > deviationsOfStep * step
}

/** Returns true if the whole distance can be walked in that time. Readings with independent errors are usually farther apart. */
export const isWalkable = (movement: Pick<Movement, 'ms' | 'meters'>) =>
  movement.meters <= walkableM(movement)

/** Returns the metres that a person can walk in this time. */
const walkableM = ({ ms }: Pick<Movement, 'ms'>) => (briskSpeedMps * ms) / 1000

/** The share of the unwalkable distance that is attributed to the reading at the end of a step. */
const errorShare = 0.3

/**
 * In metres. Distance nobody can walk in that time is an error of one of two readings; `errorShare` of it is this one's. 0 beyond
 * `moveWithinMs`.
 */
export function hiddenErrorM(movement: Pick<Movement, 'ms' | 'meters'>): number {
  return movement.ms > moveWithinMs ? 0 : errorShare * Math.max(0, movement.meters - walkableM(movement))
}
