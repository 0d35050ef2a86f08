import { expect, it } from 'vitest'
import { formatLanguage } from './language.ts'

it('dates and numbers are in the language of the app, the way the reader writes it', () => {
  expect(formatLanguage(['de-DE', 'en-US', 'en'])).toBe('en-US')
  expect(formatLanguage(['hi-IN', 'ar'])).toBe('en-GB')
  expect(formatLanguage([])).toBe('en-GB')
  // What a browser without a desktop says.
  expect(formatLanguage(['en-US@posix', 'en-CA'])).toBe('en-CA')
  expect(formatLanguage(['en-US@posix'])).toBe('en-GB')
})
