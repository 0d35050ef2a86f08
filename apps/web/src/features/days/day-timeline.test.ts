import type { DayReading, PersonDay } from '@muster/contract/presence-days.ts'
import { expect, it } from 'vitest'
import { type DayRow, rowAt, toDayTimeline } from './day-timeline.ts'

const dayStart = Date.parse('2026-11-20T00:00:00.000Z')
const minuteMs = 60_000
const span = { from: dayStart, to: dayStart + 24 * 60 * minuteMs }
const toIso = (minutes: number) => new Date(dayStart + minutes * minuteMs).toISOString()
const aReading = (minutes: number, overrides: Partial<DayReading> = {}): DayReading => ({
  at: toIso(minutes),
  lat: 1,
  lng: minutes,
  accuracyMeters: 5,
  inside: true,
  source: 'device',
  mock: false,
  vague: false,
  ...overrides,
})
const aDay = (overrides: Partial<PersonDay>): PersonDay => ({
  person: { userId: 'ana', name: 'Ana Ruiz' },
  consent: 'given',
  readings: [],
  total: 0,
  outsideToo: true,
  visits: [],
  shifts: [],
  keptSince: toIso(-1_000),
  ...overrides,
})
const summarize = (rows: readonly DayRow[]) =>
  rows.map(row =>
    row.kind === 'reading'
      ? (row.at - dayStart) / minuteMs
      : [row.kind, (row.from - dayStart) / minuteMs, (row.to - dayStart) / minuteMs],
  )

it('list, strip and map agree: gaps are dashed and listed, even after the last reading', () => {
  const readings = [aReading(480), aReading(490), aReading(495, { inside: false }), aReading(600)]
  const timeline = toDayTimeline(aDay({ readings }), span)
  expect(summarize(timeline.rows)).toEqual([480, 490, 495, ['gap', 495, 600], 600, ['gap', 600, 1_440]])
  expect(timeline.track.lines.map(line => line.map(({ lng }) => lng))).toEqual([[480, 490, 495], [600]])
  expect(timeline.track.gaps.map(([a, b]) => [a.lng, b.lng])).toEqual([[495, 600]])
  expect(
    timeline.bars.map(({ from, to, verdict }) => [
      (from - dayStart) / minuteMs,
      (to - dayStart) / minuteMs,
      verdict,
    ]),
  ).toEqual([
    [480, 495, 'inside'],
    [495, 495, 'outside'],
    [600, 600, 'inside'],
  ])
})

it('on somebody else’s day, the time after they left has neither line nor dash', () => {
  const visits = [
    { entryTime: toIso(480), exitTime: toIso(495) },
    { entryTime: toIso(510), exitTime: toIso(530) },
  ]
  const readings = [aReading(480), aReading(490), aReading(510), aReading(520)]
  const timeline = toDayTimeline(aDay({ readings, visits, outsideToo: false }), span)
  expect(summarize(timeline.rows)).toEqual([480, 490, ['away', 495, 510], 510, 520, ['away', 530, 1_440]])
  expect(timeline.track.gaps).toEqual([])
})

it('the axis begins with the hour of the first reading, or of a visit that began before it', () => {
  const begin = (overrides: Partial<PersonDay>) =>
    (toDayTimeline(aDay({ readings: [aReading(495)], ...overrides }), span).from - dayStart) / minuteMs
  expect(begin({})).toBe(480)
  expect(begin({ visits: [{ entryTime: toIso(370), exitTime: null }] })).toBe(360)
  // A night shift began the day before.
  expect(begin({ visits: [{ entryTime: toIso(-60), exitTime: null }] })).toBe(0)
  const visits = [{ entryTime: toIso(370), exitTime: null }]
  const { rows } = toDayTimeline(aDay({ readings: [aReading(495)], visits }), span)
  expect(summarize(rows)).toEqual([['gap', 370, 495], 495, ['gap', 495, 1_440]])
})

it('faked and poor readings are doubtful on the map', () => {
  const readings = [
    aReading(0, { mock: true }),
    aReading(1, { accuracyMeters: 60 }),
    aReading(2, { inside: false }),
  ]
  const { track } = toDayTimeline(aDay({ readings }), span)
  expect(track.points.map(({ look }) => look)).toEqual(['doubtful', 'doubtful', 'outside'])
})

it('a vague reading counts as neither inside nor outside, on the strip and on the map', () => {
  const readings = [aReading(0), aReading(10, { vague: true, accuracyMeters: 400 }), aReading(20)]
  const { bars, track } = toDayTimeline(aDay({ readings }), span)
  expect(bars.map(({ from, verdict }) => [(from - dayStart) / minuteMs, verdict])).toEqual([
    [0, 'inside'],
    [10, 'vague'],
    [20, 'inside'],
  ])
  expect(track.points.map(({ look }) => look)).toEqual(['inside', 'doubtful', 'inside'])
})

it('the state at a moment is the reading before it, or the gap that contains it', () => {
  const timeline = toDayTimeline(aDay({ readings: [aReading(480), aReading(490), aReading(600)] }), span)
  const at = (minutes: number) => {
    const row = rowAt(timeline, dayStart + minutes * minuteMs)
    return row && summarize([row])[0]
  }
  expect([100, 480, 485, 490.5, 492, 599, 600.5].map(at)).toEqual([
    undefined,
    480,
    480,
    490,
    ['gap', 490, 600],
    ['gap', 490, 600],
    600,
  ])
  expect(rowAt(toDayTimeline(aDay({}), span), dayStart)).toBeUndefined()
})

it('the axis begins with the planned shift if nothing was read before, at midnight for a shift over it, and never after it ends', () => {
  const shift = (from: number, to: number) => ({ from: toIso(from), to: toIso(to) })
  const axisStart = (readings: DayReading[], ...shifts: { from: string; to: string }[]) =>
    (toDayTimeline(aDay({ readings, shifts }), span).from - dayStart) / minuteMs
  const atTen = [aReading(610)]
  expect(axisStart(atTen)).toBe(600)
  expect(axisStart(atTen, shift(450, 960))).toBe(450)
  expect(axisStart([aReading(310), ...atTen], shift(450, 960))).toBe(300)
  expect(axisStart(atTen, shift(-120, 360))).toBe(0)
  expect(axisStart(atTen, shift(-600, -60))).toBe(600)
})
