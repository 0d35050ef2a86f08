import { expect, it } from 'vitest'
import { negotiateLanguage } from './request-language.ts'

it.each([
  ['ar', 'ar'],
  ['hi-IN,hi;q=0.9,en;q=0.8', 'hi'],
  ['fr-FR, AR-eg;q=0.5', 'ar'],
  ['en-XA', 'en-XA'],
  ['en-GB', 'en'],
  ['fr', 'en'],
  ['*', 'en'],
  ['', 'en'],
  [undefined, 'en'],
  [null, 'en'],
])('a request that accepts %j is answered in %s', (accepted, language) => {
  expect(negotiateLanguage(accepted)).toBe(language)
})
