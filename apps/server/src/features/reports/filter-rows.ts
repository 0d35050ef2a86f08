import type { ReportDocument } from '@muster/contract/report-document.ts'
import type { Report } from '@muster/contract/reports.ts'
import { createRowFilter, type RowFilter } from '@muster/domain/report-rows.ts'
import { sumCells } from './build-document.ts'

/**
 * Limits a report to the rows that match the filter, recomputes the totals and adds a description of the filter. Returns the
 * document unchanged if the filter is empty.
 */
export function filterRows({ document, charts }: Report, filter: RowFilter): ReportDocument {
  const matchesFilter = createRowFilter(document.columns, filter)
  if (!matchesFilter) return document
  const { search, bar } = filter
  const rows = document.rows.filter(matchesFilter)
  const chart = charts.find(({ column }) => column === bar?.column)
  return {
    ...document,
    filter: {
      ...(search && { search }),
      ...(bar && {
        bar: {
          label: document.columns.find(({ key }) => key === bar.column)?.label ?? bar.column,
          value: chart?.bars.find(({ value }) => value === bar.value)?.label ?? bar.value,
        },
      }),
      allRows: document.rows.length,
    },
    columns: document.columns.map((column, at) => ({
      ...column,
      total: column.total === null ? null : sumCells(rows.map(row => row[at])),
    })),
    rows,
  }
}
