import { expect, it } from 'vitest'
import { formatMinutes } from '../../lib/format-minutes.ts'
import { formatCell, formatDateIn } from './format-cell.ts'

it.each([
  [472, '7 h 52 min'],
  [45, '45 min'],
  [0, '0 min'],
  [480, '8 h'],
  [-20, '−20 min'],
  [61_230, '1,020 h 30 min'],
])('%i minutes are %s', (minutes, text) => {
  expect(formatMinutes(minutes)).toBe(text)
})

it('times are those of the zone, on both sides of a change of clocks, wherever the reader is', () => {
  const berlin = (at: string) => formatCell(at, 'time', 'Europe/Berlin')
  expect(berlin('2026-03-29T00:59:00Z')).toBe('01:59')
  expect(berlin('2026-03-29T01:00:00Z')).toBe('03:00')
  expect(formatCell('2026-03-29T22:30:00Z', 'moment', 'Europe/Berlin')).toMatch(/30.*00:30/)
  expect(formatDateIn('Asia/Kolkata', '2026-03-29T20:00:00Z')).toContain('30')
})

it('a day of a calendar stays that day', () => {
  expect(formatCell('2026-03-29', 'day', 'Pacific/Auckland')).toContain('29')
})

it('nothing is said of what is not known', () => {
  expect([null, undefined, ''].map(cell => formatCell(cell, 'minutes', 'UTC'))).toEqual(['', '', ''])
  expect(formatCell(0, 'count', 'UTC')).toBe('0')
})
