import { msg } from '@lingui/core/runtime-macro'
import type {
  ColumnKind,
  ReportCell,
  ReportColumn,
  ReportDocument,
} from '@muster/contract/report-document.ts'
import type { ReportChart } from '@muster/contract/reports.ts'
import type { ReadingLanguage } from '@muster/domain/language.ts'
import type { ChartColumn, ReportKind } from '@muster/domain/report.ts'
import { render } from '../../lib/texts/render.ts'
import type { Text } from '../../lib/texts/text.ts'
import type { Scope } from './report-scope.ts'

/** A column of a report, with the function that reads its value from a row and whether the column has a total. */
export type Column<R> = {
  readonly key: string
  readonly label: Text
  readonly kind: ColumnKind
  readonly of: (row: R) => ReportCell | Text
  readonly sum?: true
}

export type Figure = Omit<ReportDocument['figures'][number], 'label'> & { readonly label: Text }

/** A bar of a chart: the cell value its rows have in common, and its label on the axis. */
export type BarLabel = { readonly value: Text; readonly label: Text }

export const toBarLabels = (texts: readonly Text[]): BarLabel[] =>
  texts.map(text => ({ value: text, label: text }))

/** The heading shared by every kind of report. */
export type Heading = {
  readonly kind: ReportKind
  readonly subject: string
  readonly language: ReadingLanguage
  readonly timeZone: string
  /** True if the zones have midnight at different times; `timeZone` is then the installation's. */
  readonly zonesDiffer: boolean
  readonly now: Date
  readonly scope: Scope
}

/** Builds the table of a report with its totals, which add up the cells as shown. */
export function buildDocument<R>(
  { kind, subject, language, timeZone, zonesDiffer, now, scope }: Heading,
  columns: readonly Column<R>[],
  rows: readonly R[],
  figures: readonly Figure[],
): ReportDocument {
  const cells = rows.map(row => columns.map(column => toCell(column.of(row), language)))
  return {
    kind,
    subject,
    language,
    from: scope.from,
    to: scope.to,
    timeZone,
    zonesDiffer,
    madeAt: now.toISOString(),
    keptSince: scope.keptSince.toISOString(),
    figures: figures.map(figure => ({ ...figure, label: render(figure.label, language) })),
    columns: columns.map(
      ({ key, label, kind: columnKind, sum }, at): ReportColumn => ({
        key,
        label: render(label, language),
        kind: columnKind,
        total: sum ? sumCells(cells.map(row => row[at])) : null,
      }),
    ),
    rows: cells,
  }
}

const toCell = (cell: ReportCell | Text, language: string): ReportCell =>
  typeof cell === 'number' || cell === null ? cell : render(cell, language)

/**
 * The kind of a column of times. If the zones differ, times include their day, because a time may then fall on another day than its
 * row, which follows its own zone.
 */
export const toClockKind = ({ zonesDiffer }: Heading): ColumnKind => (zonesDiffer ? 'moment' : 'time')

export const sumCells = (cells: readonly (ReportCell | undefined)[]): number =>
  cells.reduce<number>((sum, cell) => sum + (typeof cell === 'number' ? cell : 0), 0)

export const toMinutes = (seconds: number): number => Math.round(seconds / 60)

/** The rounded median; null for an empty list. */
export function findMedian(numbers: readonly number[]): number | null {
  const sortedNumbers = [...numbers].sort((a, b) => a - b)
  const [low, high] = [
    sortedNumbers[(sortedNumbers.length - 1) >> 1],
    sortedNumbers[sortedNumbers.length >> 1],
  ]
  return low === undefined || high === undefined ? null : Math.round((low + high) / 2)
}

const add = (a: number, b: number) => a + b

/**
 * One bar per label, in this order; each series' `combine` (default: addition) joins the bar's rows. Rows without label are left
 * out.
 */
export function createChart<R>(
  { language }: Heading,
  {
    title,
    column,
    kind,
  }: { readonly title: Text; readonly column: ChartColumn; readonly kind: ReportChart['kind'] },
  series: readonly { readonly key: string; readonly label: Text; readonly of: (row: R) => number }[],
  labels: readonly BarLabel[],
  toBar: (row: R) => Text,
  rows: readonly R[],
  combine: (one: number, other: number) => number = add,
): ReportChart {
  const renderText = (text: Text) => render(text, language)
  const values = labels.map(({ value, label }) => ({ value: renderText(value), label: renderText(label) }))
  const amountsByValue = new Map(values.map(({ value }) => [value, series.map(() => 0)]))
  for (const row of rows) {
    const barAmounts = amountsByValue.get(renderText(toBar(row)))
    if (barAmounts)
      for (const [at, entry] of series.entries()) barAmounts[at] = combine(barAmounts[at] ?? 0, entry.of(row))
  }
  return {
    title: renderText(title),
    column,
    kind,
    series: series.map(({ key, label }) => ({ key, label: renderText(label) })),
    bars: values.map(({ value, label }) => ({ value, label, amounts: amountsByValue.get(value) ?? [] })),
  }
}

/** The figure for people with an open visit who have not been seen within the freshness limit; empty if there are none. */
export const createUnseenFigures = (people: number): Figure[] =>
  people === 0
    ? []
    : [
        {
          label: msg`People not seen leaving`,
          value: people,
          kind: 'count',
        },
      ]
