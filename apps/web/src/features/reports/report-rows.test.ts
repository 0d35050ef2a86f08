import { expect, it } from 'vitest'
import { columnTotals, filterRows, nextSort, parseSorting, sortRows, toRows } from './report-rows.ts'
import { anaId, aReport, zoneId } from './testing/a-report.ts'

const report = aReport()
const { columns } = report.document
const rows = toRows(report)
const toInsideCells = (list: readonly { cells: readonly unknown[] }[]) => list.map(({ cells }) => cells[5])

it('each row has a unique key, which is the same in a later report', () => {
  expect(rows[0]?.key).toBe(`2026-11-18.${anaId}.${zoneId}`)
  expect(new Set(rows.map(({ key }) => key)).size).toBe(rows.length)
  const reportWithDuplicateRows = aReport({
    rows: [report.document.rows[0] ?? [], report.document.rows[0] ?? []],
  })
  const reportWithSameRefs = {
    ...reportWithDuplicateRows,
    refs: [reportWithDuplicateRows.refs[0], reportWithDuplicateRows.refs[0]].flatMap(ref => ref ?? []),
  }
  expect(toRows(reportWithSameRefs).map(({ key }) => key)).toEqual([rows[0]?.key, `${rows[0]?.key}.2`])
})

it('a row without a person keeps its key when a newer one precedes it', () => {
  const aRow = (title: string, at: string, status: string) => ['2026-11-20', title, at, status]
  const columns = (['day', 'text', 'time', 'text'] as const).map((kind, index) => ({
    ...{ key: String(index), label: '', kind, total: null },
  }))
  const listKeys = (...reportRows: string[][]) =>
    toRows({ ...report, document: { ...report.document, columns, rows: reportRows }, refs: [] }).map(
      it => it.key,
    )
  const [leakKey] = listKeys(aRow('Leak', '2026-11-20T09:00:00.000Z', 'Open'))
  const laterRow = aRow('Fire', '2026-11-20T10:00:00.000Z', 'Open')
  expect(listKeys(laterRow, aRow('Leak', '2026-11-20T09:00:00.000Z', 'Closed'))[1]).toBe(leakKey)
})

it('a bar filters the rows by its value, and their totals are recomputed', () => {
  const shownRows = filterRows(rows, columns, { bar: { column: 'day', value: '2026-11-19' } })
  expect(toInsideCells(shownRows)).toEqual([472, 30, 510])
  expect(columnTotals(shownRows, columns)).toEqual([null, null, null, null, null, 1012, null, 0, 0])
  expect(columnTotals(rows, columns)).toEqual(columns.map(({ total }) => total))
})

it('search text matches names regardless of accents', () => {
  expect(toInsideCells(filterRows(rows, columns, { search: 'alv jose' }))).toEqual([500, 510, 495])
  expect(filterRows(rows, columns, { search: 'ana', bar: { column: 'day', value: '2026-11-20' } })).toEqual(
    [],
  )
  expect(filterRows(rows, columns, { search: ' ' })).toBe(rows)
})

it('sorting works in both directions, with empty cells last', () => {
  const sortBy = (text: string) => sortRows(rows, columns, parseSorting(text))
  expect(toInsideCells(sortBy('inside'))[0]).toBe(30)
  expect(toInsideCells(sortBy('-inside'))[0]).toBe(510)
  const markedRows = rows.map((row, index) =>
    index === 1 ? row : { ...row, cells: row.cells.with(6, null) },
  )
  for (const sort of ['mark', '-mark'])
    expect(sortRows(markedRows, columns, parseSorting(sort))[0]?.key).toBe(rows[1]?.key)
  expect(sortBy('unheard of')).toBe(rows)
})

it('clicking a heading sorts ascending, then descending, then not at all', () => {
  const expectedSorts = ['day', '-day', undefined]
  let sort: string | undefined
  for (const expectedSort of expectedSorts) {
    sort = nextSort(parseSorting(sort), 'day')
    expect(sort).toBe(expectedSort)
  }
})
