import type { Way } from './jump.ts'

/**
 * How long uncertain readings have to agree, and how near to the edge one says nothing. The error of a phone that lies still
 * wanders for minutes, so readings that follow each other are one error seen again, and count as one for that long. The
 * accuracies below are those that readings are held to (`knownAccuracy`); the figures are those of `presence-drift.test.ts`.
 */

/** How long uncertain readings, and jumps, have to agree at least; and uncertain ones in a zone wider than they are inexact. */
export const shortAgreementMs = 10_000
const longAgreementMs = 2 * 60_000
/** Somebody who came or went less than this ago may not have. */
export const lateChangeMs = 15 * 60_000
/** A longer step between two readings is an error, a shorter one may be a walk. */
const briskSpeedMps = 2.1
/** The time constant of the error of a phone that lies still. */
const errorTimeMs = 5 * 60_000
/** Two readings further apart in time do not tell whether somebody moved. */
const moveWithinMs = 60_000

/**
 * Rates the width of a zone against the accuracy of a reading: 1 from three accuracies on, 0 up to one. Readings never
 * agree with a narrow zone for minutes, so a long agreement would keep people out of it.
 */
function relativeWidth(zoneWidthM: number | undefined, accuracyM: number): number {
  if (zoneWidthM === undefined || zoneWidthM >= 3 * accuracyM) return 1
  return Math.max(0, (zoneWidthM / accuracyM - 1) / 2)
}

/** The readings of a series must span so many milliseconds. What changed lately is taken back sooner, as it was itself no surer. */
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
 * A reading nearer to the edge than this many metres says nothing: who stands still drifts as far. `walk`: the way to it, if it
 * was one. Such a reading counts near the edge too, unless a walk as long leads the next one beyond the accuracy.
 */
export function driftM(
  inside: boolean,
  accuracyM: number,
  zoneWidthM: number | undefined,
  walk?: Pick<Way, 'ms'>,
): number {
  const driftsM = (accuracyM / 2) * (inside ? relativeWidth(zoneWidthM, accuracyM) : 1)
  return walk ? driftsM * clearanceOf(accuracyM / walkableM(walk)) : driftsM
}

/** Between these accuracies, as parts of the way that somebody walks between two readings, the distance kept from the edge falls to 0. */
const [keepsDistance, keepsNone] = [0.5, 0.9]
const clearanceOf = (part: number) =>
  Math.min(1, Math.max(0, (keepsNone - part) / (keepsNone - keepsDistance)))

/** The accuracy is the radius of 68 %: so many of the standard deviations of either coordinate, √(−2 ln 0.32). */
const deviationsInAccuracy = 1.51
/** One step in 170 of a phone that lies still is longer: e^(−3.2² / 2). */
const deviationsOfStep = 3.2

/**
 * True if somebody moved between two readings, because a wandering error gets less far. In so short a time its steps have
 * the deviation σ √(2 t / τ) along each axis.
 */
export function hasMoved({ meters, ms }: Pick<Way, 'ms' | 'meters'>, accuracyM: number): boolean {
  if (ms > moveWithinMs) return false
  const step = (accuracyM / deviationsInAccuracy) * Math.sqrt((2 * ms) / errorTimeMs)
  return meters > deviationsOfStep * step
}

/** True if a walk explains the whole of a move. Errors that do not hang together make longer steps. */
export const isWalkable = (way: Pick<Way, 'ms' | 'meters'>) => way.meters <= walkableM(way)

/** Metres that somebody walks in this time. */
const walkableM = ({ ms }: Pick<Way, 'ms'>) => (briskSpeedMps * ms) / 1000

/** The part of what nobody walks that is put down to the reading a step led to. */
const errorPart = 0.3

/**
 * The metres by which a reading is less accurate than it says, by the step that led to it: what nobody walks since the reading
 * before is the error of either of them.
 */
export function hiddenErrorM(way: Pick<Way, 'ms' | 'meters'>): number {
  return way.ms > moveWithinMs ? 0 : errorPart * Math.max(0, way.meters - walkableM(way))
}
