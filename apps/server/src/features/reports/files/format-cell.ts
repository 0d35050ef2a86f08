import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/runtime-macro'
import type {
  ColumnKind,
  ReportCell,
  ReportColumn,
  ReportDocument,
} from '@muster/contract/report-document.ts'
import { createWallClock } from '@muster/domain/report-period.ts'
import { localDay, localShortDay } from '../../../lib/texts/local-day.ts'
import { render } from '../../../lib/texts/render.ts'
import type { LocalValue, Text } from '../../../lib/texts/text.ts'

/** Formats the cells of one report in its language and time zone: for people, for programs, and as spreadsheet values. */
export type CellFormat = {
  /**
   * Readable text: `09:05`, `25 Nov 2026`, `8 h 05 min`. A time on a day other than the row's (`day`) includes its date: `from 24
   * Nov, 21:17`, `26 Nov, 06:02`.
   */
  shown(value: ReportCell, kind: ColumnKind, day?: string): string
  /** Unambiguous text, with instants including their offset; numbers stay numbers. */
  plain(value: ReportCell, kind: ColumnKind): string | number | null
  /** Values for spreadsheets, which have no time zones: instants and days become the wall clock time stored as UTC. */
  typed(value: ReportCell, kind: ColumnKind): string | number | Date | null
}

const HOUR_MS = 3_600_000
const padTwo = (value: number) => String(value).padStart(2, '0')

type Locale = Pick<ReportDocument, 'language' | 'timeZone'>

export function formatCells({ language, timeZone }: Locale): CellFormat {
  const renderText = (text: Text) => render(text, language)
  const toWallTime = createWallClock(timeZone)
  const formatOffset = (at: number) => {
    const minutes = Math.round((toWallTime(at) - at) / 60_000)
    const absMinutes = Math.abs(minutes)
    return `${minutes < 0 ? '-' : '+'}${padTwo(Math.floor(absMinutes / 60))}:${padTwo(absMinutes % 60)}`
  }
  /** True for a wall clock time that occurs twice, in the hour when clocks are set back. */
  const isAmbiguous = (at: number) =>
    toWallTime(at + HOUR_MS) === toWallTime(at) || toWallTime(at - HOUR_MS) === toWallTime(at)
  const toDay = (at: number) => new Date(toWallTime(at)).toISOString().slice(0, 10)
  const formatTime = (at: number) =>
    new Date(toWallTime(at)).toISOString().slice(11, 16) + (isAmbiguous(at) ? ` (${formatOffset(at)})` : '')
  const formatRowTime = (at: number, day: string | undefined): Text => {
    const ownDay = toDay(at)
    if (day === undefined || ownDay === day) return formatTime(at)
    const moment = formatDayAndTime(localShortDay(ownDay), formatTime(at))
    return ownDay < day ? msg`from ${{ moment }}` : moment
  }

  return {
    shown(value, kind, day) {
      if (value === null || value === '') return ''
      if (typeof value === 'number')
        return renderText(kind === 'minutes' ? formatDuration(value) : formatCount(value))
      if (kind === 'day') return renderText(localDay(value))
      if (kind !== 'time' && kind !== 'moment') return value
      const at = Date.parse(value)
      if (Number.isNaN(at)) return value
      return renderText(
        kind === 'time' ? formatRowTime(at, day) : formatDayAndTime(localDay(toDay(at)), formatTime(at)),
      )
    },
    plain(value, kind) {
      if (typeof value !== 'string' || (kind !== 'time' && kind !== 'moment')) return value
      const at = Date.parse(value)
      return Number.isNaN(at) ? value : new Date(toWallTime(at)).toISOString().slice(0, 19) + formatOffset(at)
    },
    typed(value, kind) {
      if (typeof value !== 'string') return value
      if (kind === 'day') return toDateOrText(Date.parse(`${value}T00:00:00Z`), value)
      if (kind === 'time' || kind === 'moment') return toDateOrText(toWallTime(Date.parse(value)), value)
      return value
    },
  }
}

const toDateOrText = (at: number, text: string) => (Number.isNaN(at) ? text : new Date(at))

/** Finds the day of a row, if its report has a column of days. */
export function findRowDay(columns: readonly ReportColumn[], row: readonly ReportCell[]): string | undefined {
  const day = row[columns.findIndex(({ kind }) => kind === 'day')]
  return typeof day === 'string' ? day : undefined
}

const formatDayAndTime = (day: Text, time: string) => msg`${{ day }}, ${{ time }}`

const numberFormatByLanguage = new Map<string, Intl.NumberFormat>()

/** Formats a number with a minus sign as wide as a digit. */
const formatCount =
  (value: number): LocalValue =>
  language => {
    const format = numberFormatByLanguage.get(language) ?? new Intl.NumberFormat(language)
    numberFormatByLanguage.set(language, format)
    return (value < 0 ? '−' : '') + format.format(Math.abs(value))
  }

/** Formats a duration in minutes, such as `8 h 05 min` or `5 min`. */
export function formatDuration(duration: number): Text {
  const totalMinutes = Math.round(Math.abs(duration))
  const minutes = padTwo(totalMinutes % 60)
  const text =
    totalMinutes < 60
      ? msg`${{ minutes: totalMinutes }} min`
      : msg`${{ hours: Math.floor(totalMinutes / 60) }} h ${{ minutes }} min`
  return duration < 0 ? language => `−${render(text, language)}` : text
}

/** True for kinds of cells that are right-aligned. */
export const isNumeric = (kind: ColumnKind) => kind === 'count' || kind === 'minutes'

/** Returns the row of totals, with its label in the first column without a total; null if no column has a total. */
export function sumColumns({
  columns,
  language,
}: Pick<ReportDocument, 'columns' | 'language'>): ReportCell[] | null {
  if (columns.every(({ total }) => total === null)) return null
  const labelIndex = columns.findIndex(({ total }) => total === null)
  return columns.map(({ total }, index) => (index === labelIndex ? render(msg`Total`, language) : total))
}

/** The kind of a cell in the totals row: the column's kind for a number, `text` for the label. */
export const toTotalKind = (value: ReportCell | undefined, kind: ColumnKind): ColumnKind =>
  typeof value === 'number' ? kind : 'text'

const titleByKind: Readonly<Record<ReportDocument['kind'], MessageDescriptor>> = {
  attendance: msg`Attendance`,
  presence: msg`Presence over time`,
  notifications: msg`Hazards`,
  broadcasts: msg`Broadcasts`,
}
export const toTitle = ({ kind }: Pick<ReportDocument, 'kind'>) => titleByKind[kind]

type LabelledText = [label: string, text: string]

const renderLines = (lines: readonly (readonly [label: Text, text: Text])[], language: string) =>
  lines.map(([label, text]): LabelledText => [render(label, language), render(text, language)])

/** Returns the lines that state which group or person a report is limited to and, for a filtered file, which rows it contains. */
export function createFilterLines({
  group,
  person,
  filter,
  rows,
  language,
}: Pick<ReportDocument, 'group' | 'person' | 'filter' | 'rows' | 'language'>): LabelledText[] {
  const { bar, search, allRows = 0 } = filter ?? {}
  return renderLines(
    [
      ...(group === undefined ? [] : [[msg`Group`, group] as const]),
      ...(person === undefined ? [] : [[msg`Person`, person] as const]),
      ...(bar ? [[bar.label, bar.value] as const] : []),
      ...(search ? [[msg`Search`, search] as const] : []),
      ...(filter
        ? [
            [
              msg`Rows`,
              msg`${{ shown: rows.length }} of ${{ all: allRows }}; figures cover the whole report`,
            ] as const,
          ]
        : []),
    ],
    language,
  )
}

/** The lines that describe a report in every file format. */
export function createAboutLines(document: ReportDocument): LabelledText[] {
  const { shown } = formatCells(document)
  const { from, to, timeZone, language } = document
  const isAboutPeople = document.kind === 'attendance' || document.kind === 'presence'
  const lines: (readonly [label: Text, text: Text])[] = [
    [msg`Report`, toTitle(document)],
    [msg`About`, document.subject],
    ...createFilterLines(document),
    [msg`Days`, from === to ? localDay(from) : msg`${{ from: localDay(from) }} to ${{ to: localDay(to) }}`],
    [
      msg`Time zone`,
      document.zonesDiffer
        ? msg`days begin at midnight in each zone’s time zone; times are in ${{ timeZone }}`
        : timeZone,
    ],
    [msg`Created`, shown(document.madeAt, 'moment')],
    [msg`Data available from`, shown(document.keptSince, 'moment')],
    ...(isAboutPeople ? [[msg`Not shown`, msg`people who have left the zone`] as const] : []),
  ]
  return renderLines(lines, language)
}

/** The heading of a column in a file with plain numbers. Columns of minutes name their unit. */
export const toHeading = (
  { label, kind }: Pick<ReportDocument['columns'][number], 'label' | 'kind'>,
  language: string,
) => (kind === 'minutes' ? render(msg`${{ label }} (minutes)`, language) : label)
