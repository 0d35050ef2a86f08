import fc from 'fast-check'
import { expect, test } from 'vitest'
import { readCsv } from './read-csv.ts'

const readCells = (text: string) => readCsv(text).map(row => row.cells)

test.each([
  [
    'a,b\r\n1,2\r\n',
    [
      ['a', 'b'],
      ['1', '2'],
    ],
  ],
  [
    'a;b\n1;2',
    [
      ['a', 'b'],
      ['1', '2'],
    ],
  ],
  [
    'a\tb\r1\t2',
    [
      ['a', 'b'],
      ['1', '2'],
    ],
  ],
  ['\uFEFFa,b', [['a', 'b']]],
  [
    'a,b\n"1,5","say ""yes"""',
    [
      ['a', 'b'],
      ['1,5', 'say "yes"'],
    ],
  ],
  [
    '"a;b",c\n1,2',
    [
      ['a;b', 'c'],
      ['1', '2'],
    ],
  ],
  [
    'a,b\n"two\r\nlines", "x"',
    [
      ['a', 'b'],
      ['two\r\nlines', 'x'],
    ],
  ],
  [
    'a,b\n\n , \n1,',
    [
      ['a', 'b'],
      ['1', ''],
    ],
  ],
  ['a\n"never closed,\nb', [['a'], ['never closed,\nb']]],
  ['', []],
])('%j', (text, rows) => {
  expect(readCells(text)).toEqual(rows)
})

test('a row knows the line on which it begins, even after line breaks within quotes', () => {
  expect(readCsv('a\n"1\n2"\n\n3').map(row => row.line)).toEqual([1, 2, 5])
})

test('reading stops after the requested number of rows', () => {
  expect(readCsv('a\nb\nc\n'.repeat(1_000), 2)).toHaveLength(2)
})

test('text is unchanged after writing and reading', () => {
  const cell = fc.string().map(it => it.replaceAll('\0', ''))
  const row = fc
    .array(cell, { minLength: 2, maxLength: 5 })
    .filter(it => it.some(field => field.trim() !== ''))
  fc.assert(
    fc.property(fc.array(row, { maxLength: 5 }), fc.constantFrom(',', ';', '\t'), (rows, separator) => {
      const quotedRows = rows.map(it => it.map(field => `"${field.replaceAll('"', '""')}"`).join(separator))
      const heading = ['one', 'two', 'three']
      // The first line determines the separator.
      expect(readCells([heading.join(separator), ...quotedRows].join('\r\n'))).toEqual([heading, ...rows])
    }),
  )
})
