import type {
  ColumnKind,
  ReportCell,
  ReportColumn,
  ReportDocument,
} from '@muster/contract/report-document.ts'
import { wallClock } from '@muster/domain/report-period.ts'
import { dayText } from '../../../lib/day-text.ts'

/** Formats the cells of one report in its time zone: for people, for programs, and as spreadsheet values. */
export type CellFormat = {
  /**
   * Readable text: `09:05`, `25 Nov 2026`, `8 h 05 min`. A time on a day other than `day`, the row's, includes its date: `from 24
   * Nov, 21:17`, `26 Nov, 06:02`.
   */
  shown(value: ReportCell, kind: ColumnKind, day?: string): string
  /** Unambiguous text, instants with their offset; numbers stay numbers. */
  plain(value: ReportCell, kind: ColumnKind): string | number | null
  /** Instants and days as wall clock time on a UTC clock, which is how spreadsheets count time. */
  typed(value: ReportCell, kind: ColumnKind): string | number | Date | null
}

const HOUR = 3_600_000
const two = (value: number) => String(value).padStart(2, '0')

export function formatCells(timeZone: string): CellFormat {
  const wall = wallClock(timeZone)
  const offsetText = (at: number) => {
    const minutes = Math.round((wall(at) - at) / 60_000)
    const length = Math.abs(minutes)
    return `${minutes < 0 ? '-' : '+'}${two(Math.floor(length / 60))}:${two(length % 60)}`
  }
  /** When clocks are set back, an hour occurs twice. */
  const isTwice = (at: number) => wall(at + HOUR) === wall(at) || wall(at - HOUR) === wall(at)
  const toDay = (at: number) => new Date(wall(at)).toISOString().slice(0, 10)
  const timeText = (at: number) =>
    new Date(wall(at)).toISOString().slice(11, 16) + (isTwice(at) ? ` (${offsetText(at)})` : '')
  const timeOfRow = (at: number, day: string | undefined) => {
    const own = toDay(at)
    if (day === undefined || own === day) return timeText(at)
    return `${own < day ? 'from ' : ''}${shortDayText(own)}, ${timeText(at)}`
  }

  return {
    shown(value, kind, day) {
      if (value === null || value === '') return ''
      if (typeof value === 'number') return kind === 'minutes' ? durationText(value) : countText(value)
      if (kind === 'day') return dayText(value)
      if (kind !== 'time' && kind !== 'moment') return value
      const at = Date.parse(value)
      if (Number.isNaN(at)) return value
      return kind === 'time' ? timeOfRow(at, day) : `${dayText(toDay(at))}, ${timeText(at)}`
    },
    plain(value, kind) {
      if (typeof value !== 'string' || (kind !== 'time' && kind !== 'moment')) return value
      const at = Date.parse(value)
      return Number.isNaN(at) ? value : new Date(wall(at)).toISOString().slice(0, 19) + offsetText(at)
    },
    typed(value, kind) {
      if (typeof value !== 'string') return value
      if (kind === 'day') return dateOr(Date.parse(`${value}T00:00:00Z`), value)
      if (kind === 'time' || kind === 'moment') return dateOr(wall(Date.parse(value)), value)
      return value
    },
  }
}

const dateOr = (at: number, text: string) => (Number.isNaN(at) ? text : new Date(at))

/** The day of a row, where its report has a column of days. */
export function dayOfRow(columns: readonly ReportColumn[], row: readonly ReportCell[]): string | undefined {
  const day = row[columns.findIndex(({ kind }) => kind === 'day')]
  return typeof day === 'string' ? day : undefined
}

/** `25 Nov`. */
const shortDayText = (day: string) => dayText(day).replace(/ \d{4}$/, '')

const countText = (value: number) =>
  (value < 0 ? '−' : '') + String(Math.abs(value)).replace(/\B(?=(\d{3})+$)/g, ',')

/** `8 h 05 min`, `5 min`. */
export function durationText(minutes: number): string {
  const whole = Math.round(Math.abs(minutes))
  const text = whole < 60 ? `${whole} min` : `${countText(Math.floor(whole / 60))} h ${two(whole % 60)} min`
  return minutes < 0 ? `−${text}` : text
}

/** True for kinds of cells that are right-aligned. */
export const isNumeric = (kind: ColumnKind) => kind === 'count' || kind === 'minutes'

/** The row of totals, labelled in the first column without one; null where no column has a total. */
export function sumColumns(columns: readonly ReportColumn[]): ReportCell[] | null {
  if (columns.every(({ total }) => total === null)) return null
  const first = columns.findIndex(({ total }) => total === null)
  return columns.map(({ total }, index) => (index === first ? 'Total' : total))
}

/** Cells of the totals row are numbers of their column's kind, or its label. */
export const kindOfTotal = (value: ReportCell | undefined, kind: ColumnKind): ColumnKind =>
  typeof value === 'number' ? kind : 'text'

const titles: Readonly<Record<ReportDocument['kind'], string>> = {
  attendance: 'Attendance',
  presence: 'Presence over time',
  notifications: 'Notifications',
  broadcasts: 'Broadcasts',
}
export const toTitle = ({ kind }: Pick<ReportDocument, 'kind'>) => titles[kind]

/** States which group or person a report is limited to, and which rows a file contains. */
export const narrowedLines = ({
  group,
  person,
  filter,
  rows,
}: Pick<ReportDocument, 'group' | 'person' | 'filter' | 'rows'>): [string, string][] => [
  ...(group === undefined ? [] : [['Group', group] satisfies [string, string]]),
  ...(person === undefined ? [] : [['Person', person] satisfies [string, string]]),
  ...(filter?.bar ? [[filter.bar.label, filter.bar.value] satisfies [string, string]] : []),
  ...(filter?.search ? [['Search', filter.search] satisfies [string, string]] : []),
  ...(filter
    ? [
        [
          'Rows',
          `${countText(rows.length)} of ${countText(filter.allRows)}; the figures are those of the whole report`,
        ] satisfies [string, string],
      ]
    : []),
]

/** The lines that describe a report, in each of its files. */
export function aboutLines(document: ReportDocument): [label: string, text: string][] {
  const { shown } = formatCells(document.timeZone)
  const { from, to, timeZone } = document
  const ofPeople = document.kind === 'attendance' || document.kind === 'presence'
  return [
    ['Report', toTitle(document)],
    ['About', document.subject],
    ...narrowedLines(document),
    ['Days', from === to ? dayText(from) : `${dayText(from)} to ${dayText(to)}`],
    [
      'Time zone',
      document.zonesDiffer ? `days begin at midnight of each zone; times are those of ${timeZone}` : timeZone,
    ],
    ['Made', shown(document.madeAt, 'moment')],
    ['Data is kept since', shown(document.keptSince, 'moment')],
    ...(ofPeople ? [['Not shown', 'people who have left the zone'] as [string, string]] : []),
  ]
}

/** The heading of a column in a file with plain numbers: minutes include their unit. */
export const toHeading = ({ label, kind }: Pick<ReportDocument['columns'][number], 'label' | 'kind'>) =>
  kind === 'minutes' ? `${label} (minutes)` : label
