import { limits } from './limits.ts'

const dayStepMs = 2 * 60_000

/** A reading of a day. `at` in milliseconds. */
export type DayReading = {
  readonly at: number
  readonly inside: boolean
  /** The phone itself said that another app made the position up. */
  readonly mock: boolean
  /** Too vague to say whether it was inside (`isVague`). */
  readonly vague: boolean
}

/**
 * As many readings of a day, given in order, as a screen can show. Of more than that the first and the last of every step of two
 * minutes stay, and each that says otherwise than the one before it; where even that is too many, the first and last alone. A
 * step is shorter than any gap, and what stands at its ends stays: so no gap is made and none is hidden.
 */
export function thinDay<R extends DayReading>(readings: readonly R[]): R[] {
  if (readings.length <= limits.dayReadingsMost) return [...readings]
  const turns = readings.filter((_, n) => isEnd(readings, n) || isTurn(readings, n))
  return turns.length <= limits.dayReadingsMost ? turns : readings.filter((_, n) => isEnd(readings, n))
}

const stepOf = (reading: DayReading | undefined) => reading && Math.floor(reading.at / dayStepMs)

const isEnd = (all: readonly DayReading[], n: number) =>
  stepOf(all[n - 1]) !== stepOf(all[n]) || stepOf(all[n + 1]) !== stepOf(all[n])

function isTurn(all: readonly DayReading[], n: number): boolean {
  const [before, here] = [all[n - 1], all[n]]
  return before?.inside !== here?.inside || before?.mock !== here?.mock || before?.vague !== here?.vague
}

/** A part of a day: readings that belong together, or the time between two of them of which nothing is known. */
export type DayPiece<R extends DayReading> =
  | { readonly kind: 'line'; readonly readings: readonly R[] }
  /** `away`: they had left the zone, and where they were is not for who looks. */
  | { readonly kind: 'gap' | 'away'; readonly from: number; readonly to: number }

/**
 * The day in pieces, in order: lines of readings, and what lies between them. No line reaches over a time longer than the freshness
 * limit, nor over a moment at which a visit ended (`ends`, in ms), which is given where readings outside of the zone are not.
 */
export function piecesOf<R extends DayReading>(
  readings: readonly R[],
  ends: readonly number[] = [],
): DayPiece<R>[] {
  const pieces: DayPiece<R>[] = []
  let line: R[] = []
  for (const reading of readings) {
    const before = line.at(-1)
    const between = before && breakOf(before.at, reading.at, ends)
    if (between) {
      pieces.push({ kind: 'line', readings: line }, between)
      line = []
    }
    line.push(reading)
  }
  return line.length > 0 ? [...pieces, { kind: 'line', readings: line }] : pieces
}

function breakOf(from: number, to: number, ends: readonly number[]) {
  const left = ends.filter(end => end >= from && end <= to)
  if (left.length > 0) return { kind: 'away', from: Math.min(...left), to } as const
  return to - from > limits.presenceStaleMs ? ({ kind: 'gap', from, to } as const) : undefined
}
