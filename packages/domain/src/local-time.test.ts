import { expect, it } from 'vitest'
import { addDays, findInstant, findInstants, toLocalTime } from './local-time.ts'

const iso = (at: number) => new Date(at).toISOString()

it.for([
  ['Europe/Berlin', '2026-11-25', '08:00', ['2026-11-25T07:00:00.000Z']],
  ['Asia/Kolkata', '2026-11-25', '00:00', ['2026-11-24T18:30:00.000Z']],
  ['UTC', '2026-11-25', '23:59', ['2026-11-25T23:59:00.000Z']],
  // The clocks skip from 02:00 to 03:00.
  ['Europe/Berlin', '2026-03-29', '01:59', ['2026-03-29T00:59:00.000Z']],
  ['Europe/Berlin', '2026-03-29', '02:30', []],
  ['Europe/Berlin', '2026-03-29', '03:00', ['2026-03-29T01:00:00.000Z']],
  ['America/New_York', '2026-03-08', '02:30', []],
  // The clocks go back from 03:00 to 02:00.
  ['Europe/Berlin', '2026-10-25', '02:30', ['2026-10-25T00:30:00.000Z', '2026-10-25T01:30:00.000Z']],
  ['Europe/Berlin', '2026-10-25', '03:00', ['2026-10-25T02:00:00.000Z']],
  ['America/New_York', '2026-11-01', '01:30', ['2026-11-01T05:30:00.000Z', '2026-11-01T06:30:00.000Z']],
] as const)('clocks in %s show %s %s at %s', ([zone, day, time, instants]) => {
  const results = findInstants(day, time, zone)
  expect(results.map(iso)).toEqual(instants)
  for (const at of results) expect(toLocalTime(at, zone)).toEqual({ day, time })
})

it.for([
  ['Europe/Berlin', '2026-03-29', '02:30', '2026-03-29T01:30:00.000Z', '03:30'],
  ['America/New_York', '2026-03-08', '02:30', '2026-03-08T07:30:00.000Z', '03:30'],
  ['Europe/Berlin', '2026-10-25', '02:30', '2026-10-25T01:30:00.000Z', '02:30'],
] as const)(
  'the local time in %s on %s at %s means %s',
  ([zone, day, time, expectedInstant, expectedTime]) => {
    const at = findInstant(day, time, zone)
    expect(iso(at)).toBe(expectedInstant)
    expect(toLocalTime(at, zone).time).toBe(expectedTime)
  },
)

it('adding days is correct across months, years and clock changes', () => {
  expect(addDays('2026-03-28', 2)).toBe('2026-03-30')
  expect(addDays('2027-01-01', -1)).toBe('2026-12-31')
})
