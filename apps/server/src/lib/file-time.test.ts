import { expect, it } from 'vitest'
import { toFileTime } from './file-time.ts'

it('names files by the clock of the time zone', () => {
  const at = Date.parse('2026-11-27T20:08:59.000Z')
  expect(toFileTime(at, 'Asia/Kolkata')).toBe('2026-11-28-01-38')
  expect(toFileTime(at, 'UTC')).toBe('2026-11-27-20-08')
  expect(toFileTime(Date.parse('2026-11-27T00:05:00.000Z'), 'UTC')).toBe('2026-11-27-00-05')
})
