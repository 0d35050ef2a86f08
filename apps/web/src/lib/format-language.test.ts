import { expect, it } from 'vitest'
import { formatLanguage } from './format-language.ts'

it('dates and numbers are in the language of the texts, with the reader’s regional format', () => {
  expect(formatLanguage('en', ['de-DE', 'en-US', 'en'])).toBe('en-US')
  expect(formatLanguage('en', ['hi-IN', 'ar'])).toBe('en-GB')
  expect(formatLanguage('hi', ['en-IN', 'hi-IN'])).toBe('hi-IN')
  expect(formatLanguage('ar', ['en-US'])).toBe('ar')
  expect(formatLanguage('en-XA', [])).toBe('en-GB')
  // Headless browsers report tags like this.
  expect(formatLanguage('en', ['en-US@posix', 'en-CA'])).toBe('en-CA')
  expect(formatLanguage('en', ['en-US@posix'])).toBe('en-GB')
})
