import { expect, it } from 'vitest'
import { sheetCells, writeSheet } from './write-sheet.ts'

it('a sheet is a file of cells that are text or numbers, and none a formula', async () => {
  const rows = [
    ['name', 'minutes'],
    ['=HYPERLINK("http://x")', 42],
    ['+1', null],
  ]
  expect(sheetCells(rows).slice(1)).toEqual([
    [
      { value: '=HYPERLINK("http://x")', type: String },
      { value: 42, type: Number },
    ],
    [{ value: '+1', type: String }, null],
  ])
  const blob = await writeSheet('Visits', rows)
  expect(new TextDecoder().decode(await blob.slice(0, 2).arrayBuffer())).toBe('PK')
})
