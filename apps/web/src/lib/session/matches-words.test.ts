import { expect, it } from 'vitest'
import { matchesWords } from './matches-words.ts'

const zone = { name: 'Café Nord', description: 'Lager 7' }

it('finds a zone by parts of words in any order, without regard to accents and case', () => {
  expect(matchesWords(zone, 'nord CAFE')).toBe(true)
  expect(matchesWords(zone, 'lag café')).toBe(true)
  expect(matchesWords(zone, '')).toBe(true)
  expect(matchesWords(zone, 'nord süd')).toBe(false)
})
