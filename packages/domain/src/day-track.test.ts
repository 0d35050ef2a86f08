import fc from 'fast-check'
import { expect, it } from 'vitest'
import { type DayPiece, type DayReading, splitPieces, thinDay } from './day-track.ts'
import { limits } from './limits.ts'

const second = 1_000
const minute = 60 * second

/** Generates a day of readings with gaps from a second to two hours, mostly short, and occasional changes of verdict. */
const day = fc
  .array(
    fc.record({
      after: fc.oneof(
        { weight: 40, arbitrary: fc.integer({ min: 1, max: 40 }) },
        { weight: 1, arbitrary: fc.integer({ min: 1_500, max: 7_200 }) },
      ),
      turns: fc.integer({ min: 0, max: 30 }),
      mock: fc.integer({ min: 0, max: 60 }),
    }),
    { minLength: 1, maxLength: 2_500, size: 'max' },
  )
  .map(steps => {
    let at = 0
    let inside = false
    const readings: DayReading[] = []
    for (const { after, turns, mock } of steps) {
      at += after * second
      if (at >= limits.dayMostMs) break
      if (turns === 0) inside = !inside
      readings.push({ at, inside, mock: mock === 0, vague: mock === 1 })
    }
    return readings
  })
const fewRuns = { numRuns: 20 }

const findLongestStep = (readings: readonly DayReading[]) =>
  readings.reduce((max, it, n) => Math.max(max, it.at - (readings[n - 1]?.at ?? it.at)), 0)
const listGaps = (pieces: readonly DayPiece<DayReading>[]) => pieces.filter(piece => piece.kind !== 'line')
const readVerdicts = (readings: readonly DayReading[]) =>
  readings.filter((it, n) => it.inside !== readings[n - 1]?.inside || it.mock !== readings[n - 1]?.mock)

it('a thinned day keeps its gaps, its first and last reading, and every change of verdict', () => {
  fc.assert(
    fc.property(day, readings => {
      const thinnedReadings = thinDay(readings)
      expect(thinnedReadings.length).toBeLessThanOrEqual(limits.dayReadingsMost)
      expect(thinnedReadings[0]).toBe(readings[0])
      expect(thinnedReadings.at(-1)).toBe(readings.at(-1))
      expect(listGaps(splitPieces(thinnedReadings))).toEqual(listGaps(splitPieces(readings)))
      if (readVerdicts(readings).length < 200)
        expect(readVerdicts(thinnedReadings)).toEqual(readVerdicts(readings))
    }),
    fewRuns,
  )
})

it('a day with a reading every second fits, even if each contradicts the previous one; a short day is unchanged', () => {
  const everySecond = Array.from({ length: 90_000 }, (_, n) => ({
    at: n * second,
    inside: true,
    mock: false,
    vague: false,
  }))
  const thinnedReadings = thinDay(everySecond)
  expect(thinnedReadings.length).toBeLessThanOrEqual(limits.dayReadingsMost)
  expect(thinnedReadings.length).toBeGreaterThan(1_400)
  const alternating = everySecond.map((it, n) => ({ ...it, inside: n % 2 === 0 }))
  expect(thinDay(alternating).length).toBeLessThanOrEqual(limits.dayReadingsMost)
  expect(splitPieces(thinDay(alternating))).toHaveLength(1)
  const withinLimit = everySecond.slice(0, limits.dayReadingsMost)
  expect(thinDay(withinLimit)).toEqual(withinLimit)
})

it('every reading belongs to one line, no line contains a gap, and a gap separates any two lines', () => {
  fc.assert(
    fc.property(day, readings => {
      const pieces = splitPieces(readings)
      expect(pieces.flatMap(piece => (piece.kind === 'line' ? piece.readings : []))).toEqual(readings)
      expect(pieces.map(({ kind }) => kind)).toEqual(pieces.map((_, n) => (n % 2 === 0 ? 'line' : 'gap')))
      for (const piece of pieces) {
        if (piece.kind !== 'line') expect(piece.to - piece.from).toBeGreaterThan(limits.presenceStaleMs)
        else expect(findLongestStep(piece.readings)).toBeLessThanOrEqual(limits.presenceStaleMs)
      }
    }),
    fewRuns,
  )
})

it('a person who left in between counts as away from that moment, however briefly, and no line crosses it', () => {
  const at = (minutes: number): DayReading => ({
    at: minutes * minute,
    inside: true,
    mock: false,
    vague: false,
  })
  expect(splitPieces([at(0), at(10), at(20)], [12 * minute])).toEqual([
    { kind: 'line', readings: [at(0), at(10)] },
    { kind: 'away', from: 12 * minute, to: 20 * minute },
    { kind: 'line', readings: [at(20)] },
  ])
  expect(splitPieces([at(0), at(30)])).toHaveLength(1)
  expect(splitPieces([at(0), at(31)])[1]).toEqual({ kind: 'gap', from: 0, to: 31 * minute })
  expect(splitPieces([])).toEqual([])
})
