import { expect, test } from 'vitest'
import { preferredLanguage } from './language.ts'

test.each([
  ['ar', ['ar-EG', 'en']],
  ['hi', ['hi']],
  ['en', ['fr-FR', 'en-GB', 'ar']],
  ['en', ['fr']],
  ['en', []],
] as const)('a page before sign-in is in %s for a browser that prefers %j', (expected, tags) => {
  expect(preferredLanguage(tags)).toBe(expected)
})
