import { expect, it } from 'vitest'
import { clockText, daysText, parseHolidays, planText, validityText } from './shift-words.ts'

it('planned hours are formatted in one line', () => {
  const plan = { days: [1, 2, 3, 4, 5], starts: '08:00', ends: '17:00', graceMinutes: 10 }
  expect(planText(plan)).toBe('Mon–Fri 08:00–17:00, 10 min grace')
  expect(planText({ ...plan, starts: '22:00', ends: '06:00', graceMinutes: 0 })).toBe(
    'Mon–Fri 22:00–06:00 (next day), no grace period',
  )
})

it.for([
  [[1, 2, 3, 4, 5, 6, 7], 'Every day'],
  [[1, 3, 5], 'Mon, Wed, Fri'],
  [[6, 7], 'Sat, Sun'],
  [[1, 2, 3, 6], 'Mon–Wed, Sat'],
] as const)('days %j are shown as %s', ([days, text]) => expect(daysText(days)).toBe(text))

it('the validity shows the first and last day, and whether the plan has ended', () => {
  const toValidityText = (validFrom: string, validUntil: string | null) =>
    validityText({ validFrom, validUntil }, '2026-11-25')
  expect(toValidityText('2026-01-01', null)).toMatch(/^From .*2026$/)
  expect(toValidityText('2026-01-01', '2026-12-31')).toMatch(/2026 to .*2026$/)
  expect(toValidityText('2026-01-01', '2026-11-24')).toMatch(/, ended$/)
})

it('a time on another day shows its date', () => {
  expect(clockText('2026-11-25T07:05:00.000Z', 'Europe/Berlin', '2026-11-25')).toBe('08:05')
  expect(clockText('2026-11-26T05:00:00.000Z', 'Europe/Berlin', '2026-11-25')).toMatch(/26.*06:00$/)
})

it('pasted holidays are parsed, and invalid lines are reported', () => {
  const text =
    '2026-12-25 Christmas Day\n\n26.12.2026; Boxing Day\n1.1.2027\tNew Year\n2026-02-30 Never\nChristmas'
  expect(parseHolidays(text)).toEqual({
    holidays: [
      { day: '2026-12-25', name: 'Christmas Day' },
      { day: '2026-12-26', name: 'Boxing Day' },
      { day: '2027-01-01', name: 'New Year' },
    ],
    wrong: [5, 6],
  })
})
