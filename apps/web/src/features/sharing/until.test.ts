import { expect, it } from 'vitest'
import { toEndTime, toFieldTime } from './until.ts'

const now = new Date(2026, 10, 20, 22, 15, 30)

it('a time means its next occurrence: later today, or tomorrow', () => {
  expect(toEndTime('23:00', now)).toEqual(new Date(2026, 10, 20, 23, 0))
  expect(toEndTime('06:15', now)).toEqual(new Date(2026, 10, 21, 6, 15))
  expect(toEndTime('22:15', now)).toEqual(new Date(2026, 10, 21, 22, 15))
})

it('an empty field yields no time', () => {
  expect(toEndTime('', now)).toBeUndefined()
})

it('a time is formatted for its field', () => {
  expect(toFieldTime(new Date(2026, 10, 20, 6, 5))).toBe('06:05')
})
