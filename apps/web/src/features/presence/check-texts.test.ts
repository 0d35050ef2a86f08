import { expect, it } from 'vitest'
import { formatMeters, verdictText } from './check-texts.ts'

it('says every distance in whole metres, however far', () => {
  expect(formatMeters(42)).toBe('42 m')
  expect(formatMeters(12_345.4)).toMatch(/^12\D?345 m$/)
  expect(formatMeters(9_876_543)).toMatch(/^9\D?876\D?543 m$/)
})

it('says INSIDE and OUTSIDE in the same form', () => {
  expect(verdictText({ inside: true, zoneName: 'North yard' })).toBe('You are INSIDE North yard!')
  expect(verdictText({ inside: false, zoneName: 'North yard' })).toBe('You are OUTSIDE North yard!')
})
