import { limits } from './limits.ts'

const dayStepMs = 2 * 60_000

/** A reading on one day; `at` is in milliseconds. */
export type DayReading = {
  readonly at: number
  readonly inside: boolean
  /** True if the phone reported that another app faked the position. */
  readonly mock: boolean
  /** True if the reading is too vague to decide whether it was inside (`isVague`). */
  readonly vague: boolean
}

/**
 * Beyond `limits.dayReadingsMost`, keeps the ends of every two-minute step and changed flags; if still too many, the ends only. A
 * step is shorter than any gap, so thinning neither creates nor hides one.
 */
export function thinDay<R extends DayReading>(readings: readonly R[]): R[] {
  if (readings.length <= limits.dayReadingsMost) return [...readings]
  const keyReadings = readings.filter((_, n) => isStepEnd(readings, n) || isTurn(readings, n))
  return keyReadings.length <= limits.dayReadingsMost
    ? keyReadings
    : readings.filter((_, n) => isStepEnd(readings, n))
}

const toStep = (reading: DayReading | undefined) => reading && Math.floor(reading.at / dayStepMs)

const isStepEnd = (readings: readonly DayReading[], n: number) =>
  toStep(readings[n - 1]) !== toStep(readings[n]) || toStep(readings[n + 1]) !== toStep(readings[n])

function isTurn(readings: readonly DayReading[], n: number): boolean {
  const [previous, current] = [readings[n - 1], readings[n]]
  return (
    previous?.inside !== current?.inside ||
    previous?.mock !== current?.mock ||
    previous?.vague !== current?.vague
  )
}

/** A part of a day: a line of readings, or a period between two readings about which nothing is known. */
export type DayPiece<R extends DayReading> =
  | { readonly kind: 'line'; readonly readings: readonly R[] }
  /** `away`: the person had left the zone, and the viewer may not see where they went. */
  | { readonly kind: 'gap' | 'away'; readonly from: number; readonly to: number }

/**
 * A line ends at the freshness limit (`gap`) and at the end of a visit (`away`). `breaks` are ends of visits in ms; only pass it
 * where readings outside the zone are withheld.
 */
export function splitPieces<R extends DayReading>(
  readings: readonly R[],
  breaks: readonly number[] = [],
): DayPiece<R>[] {
  const pieces: DayPiece<R>[] = []
  let line: R[] = []
  for (const reading of readings) {
    const previous = line.at(-1)
    const gap = previous && findBreak(previous.at, reading.at, breaks)
    if (gap) {
      pieces.push({ kind: 'line', readings: line }, gap)
      line = []
    }
    line.push(reading)
  }
  return line.length > 0 ? [...pieces, { kind: 'line', readings: line }] : pieces
}

function findBreak(from: number, to: number, breaks: readonly number[]) {
  const breaksBetween = breaks.filter(end => end >= from && end <= to)
  if (breaksBetween.length > 0) return { kind: 'away', from: Math.min(...breaksBetween), to } as const
  return to - from > limits.presenceStaleMs ? ({ kind: 'gap', from, to } as const) : undefined
}
