import type { ReportCell, ReportColumn } from '@muster/contract/report-document.ts'
import type { Report } from '@muster/contract/reports.ts'
import { createRowFilter, type RowFilter } from '@muster/domain/report-rows.ts'
import { language } from '../../lib/language.ts'
import { formatMeasuredDay } from './format-cell.ts'

/** A row of the report with a unique key for the URL, and the zone, person and day it is about. */
export type ReportRow = {
  key: string
  cells: readonly ReportCell[]
  zoneId: string | null
  userId: string | null
  /** The day of the row, if its report has a day column. */
  day: string | undefined
  /** The measured times of a corrected day. */
  measured: Report['refs'][number]['measured']
}

export const dayRowKey = (day: string, userId: string, zoneId: string | null): string =>
  [day, userId, ...(zoneId ? [zoneId] : [])].join('.')

/** Stable keys, so that a link finds its row in a later report. Without a person, the time or the first text distinguishes rows. */
export function toRows({ document: { columns, rows, timeZone }, refs }: Report): ReportRow[] {
  const columnIndex = (...kinds: ReportColumn['kind'][]) =>
    columns.findIndex(({ kind }) => kinds.includes(kind))
  const [dayIndex, momentIndex, textIndex] = [
    columnIndex('day'),
    columnIndex('time', 'moment'),
    columnIndex('text'),
  ]
  const measuredIndex = columns.findIndex(({ key }) => key === 'measured')
  const keyCounts = new Map<string, number>()
  return rows.map((reportCells, rowIndex) => {
    const { zoneId = null, userId = null, measured = null } = refs[rowIndex] ?? {}
    const dayCell = reportCells[dayIndex]
    const day = typeof dayCell === 'string' ? dayCell : undefined
    // Measured times are formatted like the other times of the row.
    const cells =
      measured && measuredIndex >= 0
        ? reportCells.with(measuredIndex, formatMeasuredDay(measured, timeZone, day))
        : reportCells
    const baseKey =
      day && userId ? dayRowKey(day, userId, zoneId) : (cells[momentIndex] ?? `${day}.${cells[textIndex]}`)
    const count = (keyCounts.get(String(baseKey)) ?? 0) + 1
    keyCounts.set(String(baseKey), count)
    return { key: count > 1 ? `${baseKey}.${count}` : String(baseKey), cells, zoneId, userId, day, measured }
  })
}

export function filterRows(
  rows: readonly ReportRow[],
  columns: readonly ReportColumn[],
  filter: RowFilter,
): readonly ReportRow[] {
  const isShown = createRowFilter(columns, filter)
  return isShown ? rows.filter(({ cells }) => isShown(cells)) : rows
}

export const columnTotals = (
  rows: readonly ReportRow[],
  columns: readonly ReportColumn[],
): (number | null)[] =>
  columns.map(({ total }, index) => {
    if (total === null) return null
    return rows.reduce((sum, { cells }) => {
      const cell = cells[index]
      return typeof cell === 'number' ? sum + cell : sum
    }, 0)
  })

export type Sorting = { column: string; descending: boolean }

export function parseSorting(text: string | undefined): Sorting | undefined {
  if (!text) return undefined
  const descending = text.startsWith('-')
  return { column: descending ? text.slice(1) : text, descending }
}

/** Returns the next sort order in a column's cycle: ascending, descending, original order. */
export function nextSort(current: Sorting | undefined, column: string): string | undefined {
  if (current?.column !== column) return column
  return current.descending ? undefined : `-${column}`
}

const collator = new Intl.Collator(language, { numeric: true })

function compareCells(a: ReportCell, b: ReportCell): number {
  if (typeof a === 'number' && typeof b === 'number') return a - b
  return collator.compare(String(a), String(b))
}

/** Sorts rows by one column; empty cells come last in both directions. */
export function sortRows(
  rows: readonly ReportRow[],
  columns: readonly ReportColumn[],
  sorting: Sorting | undefined,
): readonly ReportRow[] {
  const sortIndex = columns.findIndex(({ key }) => key === sorting?.column)
  if (!sorting || sortIndex < 0) return rows
  const direction = sorting.descending ? -1 : 1
  return [...rows].sort((rowA, rowB) => {
    const a = rowA.cells[sortIndex] ?? null
    const b = rowB.cells[sortIndex] ?? null
    if (a === null || b === null) return Number(a === null) - Number(b === null)
    return direction * compareCells(a, b)
  })
}
