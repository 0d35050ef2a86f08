import { expect, it } from 'vitest'
import { addMonths } from './review-days.ts'

it('adds months to a day, and ends in a shorter month on its last day', () => {
  expect(addMonths('2026-11-27', 6)).toBe('2027-05-27')
  expect(addMonths('2026-08-31', 6)).toBe('2027-02-28')
  expect(addMonths('2026-12-31', 24)).toBe('2028-12-31')
})
