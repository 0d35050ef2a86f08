import { expect, it } from 'vitest'
import { limits } from './limits.ts'
import { findLinkState } from './responder-link.ts'

const link = { expiresAt: 10_000_000, revokedAt: null, lockedUntil: null, wrongCodes: 0, allClearAt: null }

it('ends when it expires, is revoked, or received too many wrong codes', () => {
  expect(findLinkState(link, 9_999_999)).toBe('open')
  expect(findLinkState(link, 10_000_000)).toBe('expired')
  expect(findLinkState({ ...link, revokedAt: 5 }, 6)).toBe('revoked')
  expect(findLinkState({ ...link, wrongCodes: limits.responderCodesMost }, 6)).toBe('blocked')
})

it('ends an hour after the all clear, and never later than it expires', () => {
  const allClearAt = 1_000_000
  const end = allClearAt + limits.responderAfterAllClearMs
  expect(findLinkState({ ...link, allClearAt }, end - 1)).toBe('open')
  expect(findLinkState({ ...link, allClearAt }, end)).toBe('expired')
  expect(findLinkState({ ...link, allClearAt: 9_999_000 }, 10_000_000)).toBe('expired')
})

it('is locked for a while after wrong codes', () => {
  expect(findLinkState({ ...link, wrongCodes: 5, lockedUntil: 100 }, 99)).toBe('locked')
  expect(findLinkState({ ...link, wrongCodes: 5, lockedUntil: 100 }, 100)).toBe('open')
})
