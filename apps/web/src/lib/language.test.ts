import { expect, it } from 'vitest'
import { formatLanguage } from './language.ts'

it('dates and numbers use the app’s language in the reader’s regional format', () => {
  expect(formatLanguage(['de-DE', 'en-US', 'en'])).toBe('en-US')
  expect(formatLanguage(['hi-IN', 'ar'])).toBe('en-GB')
  expect(formatLanguage([])).toBe('en-GB')
  // Headless browsers report such tags.
  expect(formatLanguage(['en-US@posix', 'en-CA'])).toBe('en-CA')
  expect(formatLanguage(['en-US@posix'])).toBe('en-GB')
})
