import { expect, it } from 'vitest'
import { readPlanText } from './emergency-plan.ts'
import { otherLanguages } from './language.ts'

it('takes the first of the reader’s languages that has a text, otherwise the original', () => {
  const text = { text: 'Leave', texts: { pl: 'Wyjść', hi: 'निकलें' } }
  expect(['uk,pl,hi', 'hi', 'uk'].map(languages => readPlanText(text, languages))).toEqual([
    'Wyjść',
    'निकलें',
    'Leave',
  ])
})

it('uses a device language only if the device ranks it above the languages of the app', () => {
  expect(otherLanguages(['pl-PL', 'pl', 'uk;q=0.8', 'en-GB', 'de'])).toEqual(['pl', 'uk'])
  expect(otherLanguages(['en', 'pl'])).toEqual([])
  expect(otherLanguages(['*', 'x-private', 'tr'])).toEqual(['tr'])
})
