import { expect, it } from 'vitest'
import { formatMeters } from '../../lib/format-accuracy.ts'
import { refusalText, verdictNotice, verdictText } from './check-texts.ts'

it('formats every distance in whole metres, no matter how far', () => {
  expect(formatMeters(42)).toBe('42 m')
  expect(formatMeters(12_345.4)).toMatch(/^12\D?345 m$/)
  expect(formatMeters(9_876_543)).toMatch(/^9\D?876\D?543 m$/)
})

it('uses the same form for INSIDE and OUTSIDE', () => {
  const facts = { zoneName: 'North yard', accuracyMeters: 8 }
  expect(verdictText({ ...facts, verdict: 'inside' })).toBe('You are INSIDE North yard!')
  expect(verdictText({ ...facts, verdict: 'outside' })).toBe('You are OUTSIDE North yard!')
})

it('describes a poor reading as inconclusive, with its accuracy', () => {
  const facts = { verdict: 'unclear', zoneName: 'North yard', accuracyMeters: 499.2 } as const
  expect(verdictText(facts)).toBe('Not accurate enough (±500 m) to tell')
  expect(verdictNotice(facts)).toEqual(['Check Position', 'Not accurate enough (±500 m) to tell'])
})

it("falls back to each screen's own text if the server gives no reason", () => {
  const unexpectedError = new Error('proxy')
  expect(refusalText(unexpectedError, 'zone')).toBe('Failed to check your position. Please try again.')
  expect(refusalText(unexpectedError, 'member')).toBe('Failed to check zone boundaries')
})
