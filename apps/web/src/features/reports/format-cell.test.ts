import { expect, it } from 'vitest'
import { formatMinutes } from '../../lib/format-minutes.ts'
import { formatCell, formatDateIn, formatMeasuredDay } from './format-cell.ts'

it.each([
  [472, '7 h 52 min'],
  [45, '45 min'],
  [0, '0 min'],
  [480, '8 h'],
  [-20, '−20 min'],
  [61_230, '1,020 h 30 min'],
])('%i minutes are shown as %s', (minutes, text) => {
  expect(formatMinutes(minutes)).toBe(text)
})

it('times are in the zone’s time zone, on both sides of a clock change, regardless of the reader’s time zone', () => {
  const formatInBerlin = (at: string) => formatCell(at, 'time', 'Europe/Berlin')
  expect(formatInBerlin('2026-03-29T00:59:00Z')).toBe('01:59')
  expect(formatInBerlin('2026-03-29T01:00:00Z')).toBe('03:00')
  expect(formatCell('2026-03-29T22:30:00Z', 'moment', 'Europe/Berlin')).toMatch(/30.*00:30/)
  expect(formatDateIn('Asia/Kolkata', '2026-03-29T20:00:00Z')).toContain('30')
})

it('a time on a day other than its row’s, in the zone’s time zone, shows that day', () => {
  const formatOnDay = (at: string, day: string) => formatCell(at, 'time', 'Europe/Berlin', day)
  expect(formatOnDay('2026-11-25T20:17:00Z', '2026-11-26')).toMatch(/^from .*25.*21:17$/)
  expect(formatOnDay('2026-11-27T05:02:00Z', '2026-11-26')).toMatch(/^(?!from).*27.*06:02$/)
  // It is already the 26th in Berlin.
  expect(formatOnDay('2026-11-25T23:30:00Z', '2026-11-26')).toBe('00:30')
})

it('a measured day shows when somebody was last seen instead of claiming they are still inside', () => {
  const measuredDay = { firstIn: '2026-11-25T20:17:00Z', lastOut: null, insideMinutes: 60 }
  const formatUnseen = (unseenSince: string | null) =>
    formatMeasuredDay({ ...measuredDay, unseenSince }, 'Europe/Berlin', '2026-11-25')
  expect(formatUnseen(null)).toBe('21:17–still inside, 1 h')
  expect(formatUnseen('2026-11-25T21:17:00Z')).toBe('21:17–not seen since 22:17, 1 h')
})

it('a calendar day does not shift with the time zone', () => {
  expect(formatCell('2026-03-29', 'day', 'Pacific/Auckland')).toContain('29')
})

it('unknown values are empty', () => {
  expect([null, undefined, ''].map(cell => formatCell(cell, 'minutes', 'UTC'))).toEqual(['', '', ''])
  expect(formatCell(0, 'count', 'UTC')).toBe('0')
})
