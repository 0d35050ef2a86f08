import { expect, it } from 'vitest'
import { columnTotals, filterRows, nextSort, parseSorting, sortRows, toRows } from './report-rows.ts'
import { anaId, aReport, zoneId } from './testing/a-report.ts'

const report = aReport()
const { columns } = report.document
const rows = toRows(report)
const inside = (list: readonly { cells: readonly unknown[] }[]) => list.map(({ cells }) => cells[5])

it('each row has a unique key, which is the same in a later report', () => {
  expect(rows[0]?.key).toBe(`2026-11-18.${anaId}.${zoneId}`)
  expect(new Set(rows.map(({ key }) => key)).size).toBe(rows.length)
  const twice = aReport({ rows: [report.document.rows[0] ?? [], report.document.rows[0] ?? []] })
  const same = { ...twice, refs: [twice.refs[0], twice.refs[0]].flatMap(ref => ref ?? []) }
  expect(toRows(same).map(({ key }) => key)).toEqual([rows[0]?.key, `${rows[0]?.key}.2`])
})

it('a row without a person keeps its key when a newer one precedes it', () => {
  const row = (title: string, at: string, status: string) => ['2026-11-20', title, at, status]
  const columns = (['day', 'text', 'time', 'text'] as const).map((kind, place) => ({
    ...{ key: String(place), label: '', kind, total: null },
  }))
  const listKeys = (...its: string[][]) =>
    toRows({ ...report, document: { ...report.document, columns, rows: its }, refs: [] }).map(it => it.key)
  const [leak] = listKeys(row('Leak', '2026-11-20T09:00:00.000Z', 'Open'))
  const later = row('Fire', '2026-11-20T10:00:00.000Z', 'Open')
  expect(listKeys(later, row('Leak', '2026-11-20T09:00:00.000Z', 'Closed'))[1]).toBe(leak)
})

it('a bar filters the rows by its value, and their totals are recomputed', () => {
  const shown = filterRows(rows, columns, { bar: { column: 'day', value: '2026-11-19' } })
  expect(inside(shown)).toEqual([472, 30, 510])
  expect(columnTotals(shown, columns)).toEqual([null, null, null, null, null, 1012, null, 0, 0])
  expect(columnTotals(rows, columns)).toEqual(columns.map(({ total }) => total))
})

it('search text matches names regardless of accents', () => {
  expect(inside(filterRows(rows, columns, { search: 'alv jose' }))).toEqual([500, 510, 495])
  expect(filterRows(rows, columns, { search: 'ana', bar: { column: 'day', value: '2026-11-20' } })).toEqual(
    [],
  )
  expect(filterRows(rows, columns, { search: ' ' })).toBe(rows)
})

it('sorting works in both directions, with empty cells last', () => {
  const by = (text: string) => sortRows(rows, columns, parseSorting(text))
  expect(inside(by('inside'))[0]).toBe(30)
  expect(inside(by('-inside'))[0]).toBe(510)
  const marked = rows.map((row, place) => (place === 1 ? row : { ...row, cells: row.cells.with(6, null) }))
  for (const sort of ['mark', '-mark'])
    expect(sortRows(marked, columns, parseSorting(sort))[0]?.key).toBe(rows[1]?.key)
  expect(by('unheard of')).toBe(rows)
})

it('clicking a heading sorts ascending, then descending, then not at all', () => {
  const presses = ['day', '-day', undefined]
  let sort: string | undefined
  for (const pressed of presses) {
    sort = nextSort(parseSorting(sort), 'day')
    expect(sort).toBe(pressed)
  }
})
