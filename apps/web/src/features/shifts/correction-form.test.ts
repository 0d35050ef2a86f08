import { expect, it } from 'vitest'
import { clockNote, correctionOf, minutesOf, problemsOf, valuesOf } from './correction-form.ts'

const zone = 'Europe/Berlin'
const empty = valuesOf(undefined, zone)

it('times are those of the zone; between two of them the hours follow', () => {
  const night = { ...empty, firstIn: '2026-10-24T22:00', lastOut: '2026-10-25T06:00' }
  // Clocks are put back in that night.
  expect(correctionOf(night, zone)).toEqual({
    firstIn: '2026-10-24T20:00:00.000Z',
    lastOut: '2026-10-25T05:00:00.000Z',
    insideMinutes: 540,
    excused: false,
  })
  expect(correctionOf({ ...night, hours: '8' }, zone).insideMinutes).toBe(480)
  expect(correctionOf({ ...empty, lastOut: '2026-10-25T06:00' }, zone)).toMatchObject({
    firstIn: null,
    insideMinutes: null,
  })
})

it('what counts already is what the form begins with, but for its reason', () => {
  const fields = { firstIn: '2026-11-25T07:00:00.000Z', lastOut: null, insideMinutes: 65, excused: true }
  const correction = {
    ...fields,
    id: 'x',
    withdrawn: false,
    reason: 'Old',
    by: { id: null, name: 'x' },
    at: '',
  }
  const values = valuesOf(correction, zone)
  expect(values).toEqual({
    firstIn: '2026-11-25T08:00',
    lastOut: '',
    hours: '1:05',
    excused: true,
    reason: '',
  })
  expect(correctionOf(values, zone)).toEqual(fields)
})

it.for([
  ['7:30', 450],
  ['7.5', 450],
  ['7,25', 435],
  ['8', 480],
  ['48:00', 2880],
  ['48:01', undefined],
  ['7:75', undefined],
  ['eight', undefined],
] as const)('%s are %s minutes', ([text, minutes]) => expect(minutesOf(text)).toBe(minutes))

it('says what is missing or cannot be', () => {
  const wrong = (over: object) =>
    Object.entries(problemsOf({ ...empty, reason: 'Phone empty', ...over }, zone)).flatMap(([field, it]) =>
      it ? field : [],
    )
  expect(wrong({})).toEqual(['firstIn'])
  expect(wrong({ excused: true })).toEqual([])
  expect(wrong({ excused: true, reason: ' ' })).toEqual(['reason'])
  expect(wrong({ firstIn: '2026-11-25T08:00', lastOut: '2026-11-25T07:00' })).toEqual(['lastOut'])
  expect(wrong({ hours: 'x' })).toEqual(['hours'])
})

it('tells of clock times that are skipped or come twice', () => {
  expect(clockNote('2026-03-29T02:30', zone)).toMatch(/skip this time: 03:30 is meant/)
  expect(clockNote('2026-10-25T02:30', zone)).toMatch(/comes twice/)
  expect(clockNote('2026-10-25T03:30', zone)).toBeUndefined()
})
