import { QueryClient } from '@tanstack/react-query'
import { describe, expect, it } from 'vitest'
import type { Pages } from '../lib/use-pages.ts'
import { mapRows, patchPages, removeRows, upsertRow } from './patch-pages.ts'

type Row = { n: number; name?: string }
const compareRows = (a: Row, b: Row) => b.n - a.n
const isSame = (a: Row, b: Row) => a.n === b.n
const comparison = { isSame, order: compareRows }

/** Creates a list with pages of these numbers. `hasMore`: the list has a further page. */
const createList = (numbers: number[][], hasMore = false): Pages<Row> => ({
  pages: numbers.map((page, at) => ({
    rows: page.map(n => ({ n })),
    next: at < numbers.length - 1 || hasMore ? `after ${page.at(-1)}` : null,
  })),
  pageParams: numbers.map((_, at) => (at === 0 ? undefined : `after ${numbers[at - 1]?.at(-1)}`)),
})
const listNumbers = (list: Pages<Row>) => list.pages.map(page => page.rows.map(row => row.n))

describe('a new row', () => {
  it.each([
    [
      9,
      [
        [9, 8, 6],
        [4, 2],
      ],
    ],
    [
      7,
      [
        [8, 7, 6],
        [4, 2],
      ],
    ],
    // Between two pages, the row is inserted at the start of the second.
    [
      5,
      [
        [8, 6],
        [5, 4, 2],
      ],
    ],
    [
      3,
      [
        [8, 6],
        [4, 3, 2],
      ],
    ],
    [
      1,
      [
        [8, 6],
        [4, 2, 1],
      ],
    ],
  ])('%i is inserted where the server would put it', (n, expected) => {
    expect(
      listNumbers(
        upsertRow(
          createList([
            [8, 6],
            [4, 2],
          ]),
          { n },
          comparison,
        ),
      ),
    ).toEqual(expected)
  })

  it('after the last loaded row is left to the next page', () => {
    const list = createList(
      [
        [8, 6],
        [4, 2],
      ],
      true,
    )
    expect(upsertRow(list, { n: 1 }, comparison)).toBe(list)
    expect(listNumbers(upsertRow(list, { n: 3 }, comparison))).toEqual([
      [8, 6],
      [4, 3, 2],
    ])
  })

  it('becomes the only row of an empty list', () => {
    expect(listNumbers(upsertRow(createList([[]]), { n: 1 }, comparison))).toEqual([[1]])
  })

  it('moves to its new position if it already exists', () => {
    const list = upsertRow(createList([[8, 6], [4]]), { n: 6, name: 'new' }, comparison)
    expect(list.pages[0]?.rows).toEqual([{ n: 8 }, { n: 6, name: 'new' }])
  })
})

it('a change without effect returns the same object and keeps the cursors', () => {
  const list = createList([[8, 6], [4]], true)
  expect(mapRows(list, row => row)).toBe(list)
  expect(removeRows(list, row => row.n === 5)).toBe(list)
  const shortenedList = removeRows(list, row => row.n === 6)
  expect(listNumbers(shortenedList)).toEqual([[8], [4]])
  expect(shortenedList.pages.map(page => page.next)).toEqual(list.pages.map(page => page.next))
})

it('every list under the key is patched according to its input, and a pending one is refetched', () => {
  const client = new QueryClient()
  const toKey = (side: string) => [['people'], { type: 'infinite', input: { side } }]
  client.setQueryData(toKey('left'), createList([[2, 1]]))
  client.setQueryData(toKey('right'), createList([[2, 1]]))
  client.setQueryData([['people'], { type: 'query', input: { side: 'left' } }], { rows: [] })
  void client.query({ queryKey: toKey('new'), queryFn: () => new Promise(() => {}) })
  const refetchKeys = patchPages<Row, { side: string }>(client, [['people']], (list, { side }) =>
    side === 'left' ? removeRows(list, row => row.n === 1) : list,
  )
  expect(refetchKeys).toEqual([toKey('new')])
  expect(client.getQueryData<Pages<Row>>(toKey('left'))?.pages[0]?.rows).toEqual([{ n: 2 }])
  expect(client.getQueryData<Pages<Row>>(toKey('right'))?.pages[0]?.rows).toHaveLength(2)
})
