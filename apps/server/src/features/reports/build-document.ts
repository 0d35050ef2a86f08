import type {
  ColumnKind,
  ReportCell,
  ReportColumn,
  ReportDocument,
} from '@muster/contract/report-document.ts'
import type { ReportChart } from '@muster/contract/reports.ts'
import { limits } from '@muster/domain/limits.ts'
import type { ChartColumn, ReportKind } from '@muster/domain/report.ts'
import type { Scope } from './report-scope.ts'

/** A column of a report: how a row fills it, and whether it has a total. */
export type Column<R> = {
  readonly key: string
  readonly label: string
  readonly kind: ColumnKind
  readonly of: (row: R) => ReportCell
  readonly sum?: true
}

export type Figure = ReportDocument['figures'][number]

/** The heading of every report, whatever its kind. */
export type Heading = {
  readonly kind: ReportKind
  readonly subject: string
  readonly timeZone: string
  /** True if the zones end their days at different midnights; `timeZone` is then the installation's. */
  readonly zonesDiffer: boolean
  readonly now: Date
  readonly scope: Scope
}

/** Builds the table of a report with its totals, which add up the cells as shown. */
export function buildDocument<R>(
  { kind, subject, timeZone, zonesDiffer, now, scope }: Heading,
  columns: readonly Column<R>[],
  rows: readonly R[],
  figures: readonly Figure[],
): ReportDocument {
  const cells = rows.map(row => columns.map(column => column.of(row)))
  return {
    kind,
    subject,
    from: scope.from,
    to: scope.to,
    timeZone,
    zonesDiffer,
    madeAt: now.toISOString(),
    keptSince: scope.keptSince.toISOString(),
    figures: [...figures],
    columns: columns.map(
      ({ key, label, kind: columnKind, sum }, at): ReportColumn => ({
        key,
        label,
        kind: columnKind,
        total: sum ? addUp(cells.map(row => row[at])) : null,
      }),
    ),
    rows: cells,
  }
}

/** Times include their day when it may differ from the row's, whose own zone defines its midnight. */
export const clockKind = ({ zonesDiffer }: Heading): ColumnKind => (zonesDiffer ? 'moment' : 'time')

export const addUp = (cells: readonly (ReportCell | undefined)[]): number =>
  cells.reduce<number>((sum, cell) => sum + (typeof cell === 'number' ? cell : 0), 0)

export const toMinutes = (seconds: number): number => Math.round(seconds / 60)

/** The rounded median; null for an empty list. */
export function findMedian(numbers: readonly number[]): number | null {
  const sorted = [...numbers].sort((one, other) => one - other)
  const [low, high] = [sorted[(sorted.length - 1) >> 1], sorted[sorted.length >> 1]]
  return low === undefined || high === undefined ? null : Math.round((low + high) / 2)
}

const sum = (one: number, other: number) => one + other

/** Bars over the values of a column, in the order of `values`; each has the sum of its rows for every series. */
export function createChart<R>(
  chart: Omit<ReportChart, 'bars' | 'series' | 'column'> & { readonly column: ChartColumn },
  series: readonly { readonly key: string; readonly label: string; readonly of: (row: R) => number }[],
  values: readonly { readonly value: string; readonly label: string }[],
  toBar: (row: R) => string,
  rows: readonly R[],
  combine: (one: number, other: number) => number = sum,
): ReportChart {
  const amounts = new Map(values.map(({ value }) => [value, series.map(() => 0)]))
  for (const row of rows) {
    const bar = amounts.get(toBar(row))
    if (bar) for (const [at, one] of series.entries()) bar[at] = combine(bar[at] ?? 0, one.of(row))
  }
  return {
    ...chart,
    series: series.map(({ key, label }) => ({ key, label })),
    bars: values.map(({ value, label }) => ({ value, label, amounts: amounts.get(value) ?? [] })),
  }
}

/** The number of people on an open visit who were not seen for the freshness limit; no figure if there are none. */
export const unseenFigure = (people: number): Figure[] =>
  people === 0
    ? []
    : [{ label: `Not seen for ${limits.presenceStaleMs / 60_000} minutes`, value: people, kind: 'count' }]
