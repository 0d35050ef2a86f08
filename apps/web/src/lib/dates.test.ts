import { afterEach, expect, it } from 'vitest'
import { isDate, shiftDate, toSpan } from './dates.ts'

const timeZone = process.env.TZ
afterEach(() => {
  process.env.TZ = timeZone
})

it('a day follows the reader’s calendar, and is an hour shorter or longer when the clocks change', () => {
  process.env.TZ = 'Europe/Berlin'
  expect(toSpan('2026-11-20')).toEqual({ from: '2026-11-19T23:00:00.000Z', to: '2026-11-20T23:00:00.000Z' })
  expect(toSpan('2026-03-29')).toEqual({ from: '2026-03-28T23:00:00.000Z', to: '2026-03-29T22:00:00.000Z' })
  expect(toSpan('2026-10-25')).toEqual({ from: '2026-10-24T22:00:00.000Z', to: '2026-10-25T23:00:00.000Z' })
})

it('shifting a day crosses months and years, and invalid days are rejected', () => {
  expect([shiftDate('2026-12-31', 1), shiftDate('2026-03-01', -1)]).toEqual(['2027-01-01', '2026-02-28'])
  expect(['2026-11-20', '2026-02-30', '2026-13-01', '20-11-2026', 3, undefined].map(isDate)).toEqual([
    true,
    false,
    false,
    false,
    false,
    false,
  ])
})
