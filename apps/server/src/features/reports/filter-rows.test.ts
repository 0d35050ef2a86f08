import { expect, it } from 'vitest'
import { filterRows } from './create-make-report.ts'
import { createAboutLines } from './files/format-cell.ts'
import { sampleDocument } from './testing/a-document.ts'

const document = {
  ...sampleDocument,
  columns: [
    { key: 'name', label: 'Name', kind: 'text' as const, total: null },
    { key: 'day', label: 'Day', kind: 'day' as const, total: null },
    { key: 'inside', label: 'Time inside', kind: 'minutes' as const, total: 90 },
  ],
  rows: [
    ['Ann Berg (ANN-1)', '2026-10-24', 10],
    ['Ann Berg (ANN-2)', '2026-10-25', 20],
    ['Bo Lind', '2026-10-25', 60],
  ],
}
const chart = {
  ...{ title: 'Time inside by day', column: 'day', kind: 'minutes' as const },
  series: [{ key: 'inside', label: 'Time inside' }],
  bars: [
    { value: '2026-10-24', label: '24 Oct', amounts: [10] },
    { value: '2026-10-25', label: '25 Oct', amounts: [80] },
  ],
}
const report = { document, charts: [chart], refs: [] }

it('a filter keeps the matching rows of the chosen bar, with their own totals', () => {
  const filteredDocument = filterRows(report, { search: 'ann', bar: { column: 'day', value: '2026-10-25' } })
  expect(filteredDocument.rows).toEqual([['Ann Berg (ANN-2)', '2026-10-25', 20]])
  expect(filteredDocument.columns.map(({ total }) => total)).toEqual([null, null, 20])
})

it('every file states the filter in its heading', () => {
  const documentLines = createAboutLines(
    filterRows(report, { search: 'ann', bar: { column: 'day', value: '2026-10-25' } }),
  )
  expect(documentLines.slice(2, 5)).toEqual([
    ['Day', '25 Oct'],
    ['Search', 'ann'],
    ['Rows', '1 of 3; figures cover the whole report'],
  ])
})

it('a report without filters stays unchanged', () => {
  expect(filterRows(report, { search: ' ' })).toBe(document)
  expect(createAboutLines(document).map(([label]) => label)).not.toContain('Rows')
})
