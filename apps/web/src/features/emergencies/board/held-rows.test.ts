import { expect, it } from 'vitest'
import { holdRows, toFreshList } from './held-rows.ts'

const toRows = (ids: string) => [...ids].map(id => ({ id }))
const hold = (shown: string, latest: string) => {
  const { rows, changes } = holdRows(toFreshList(toRows(shown)).rows, toRows(latest))
  return [rows.map(({ row, isGone }) => (isGone ? `(${row.id})` : row.id)).join(''), changes]
}

it.each([
  ['keeps a row that has left in its place', 'abcd', 'abd', 'ab(c)d', 1],
  ['lets new rows before the last one wait', 'abd', 'abcd', 'abd', 1],
  ['appends the next page', 'abc', 'abcde', 'abcde', 0],
  ['appends the next page after the last row has left', 'abc', 'abde', 'ab(c)de', 1],
  ['keeps the order although it changed', 'abc', 'bca', 'abc', 3],
  ['keeps the rows of a list that is empty now', 'ab', '', '(a)(b)', 2],
])('%s', (_, shown, latest, expected, changes) => {
  expect(hold(shown, latest)).toEqual([expected, changes])
})

it('appends new rows at once where they must not wait', () => {
  const { rows, changes } = holdRows(toFreshList(toRows('bc')).rows, toRows('abc'), true)
  expect([rows.map(({ row }) => row.id).join(''), changes]).toEqual(['bca', 0])
})
