import { expect, it } from 'vitest'
import { isFoundBy, searchWords } from './search-words.ts'

it.each([
  ['  José  Núñez-Øster ', ['jose', 'nunez', 'øster']],
  ["o'brien@site-7.example", ['o', 'brien', 'site', '7', 'example']],
  ['MUS-9E45-BBBB-CCCC', ['mus', '9e45', 'bbbb', 'cccc']],
  ['राजेश्वरी मुखर्जी', ['राजेश्वरी', 'मुखर्जी']],
  ['عبد الرحمن', ['عبد', 'الرحمن']],
  ['%_\\*:&|!()', []],
])('%j has the words %j', (text, words) => {
  expect(searchWords(text)).toEqual(words)
})

it.each([
  ['bo li', true],
  ['LIND bo', true],
  ['bo.lind@ex', true],
  ['dddd', true],
  ['', true],
  ['ind', false],
  ['bo lindgren', false],
])('Bo Lind is found by %j: %s', (search, isFound) => {
  expect(isFoundBy('Bo Lind MUS-BBBB-CCCC-DDDD bo.lind@example.org', search)).toBe(isFound)
})
