import { msg } from '@lingui/core/runtime-macro'
import type { Report } from '@muster/contract/reports.ts'
import { attendanceMarks, attendanceMarkText } from '@muster/domain/attendance.ts'
import type { Text } from '../../lib/texts/text.ts'
import {
  buildDocument,
  type Column,
  createChart,
  createUnseenFigures,
  type Figure,
  type Heading,
  sumCells,
  toBarLabels,
  toClockKind,
} from './build-document.ts'
import { labelDays, listAxisDays } from './day-bars.ts'
import { formatCells, formatDuration } from './files/format-cell.ts'
import type { AttendanceDay } from './judge-attendance.ts'
import { createVisitorCharts, createVisitorFigures } from './visitor-figures.ts'
import type { VisitorDays } from './visitors.queries.ts'
import { objectionLabels } from './words.ts'

export type AttendanceRow = AttendanceDay & { readonly name: string; readonly zoneName: string }

const toIso = (at: Date | null) => at?.toISOString() ?? null
const toMarkText = ({ judged }: AttendanceRow) => judged && attendanceMarkText(judged.mark)

type ColumnOptions = {
  readonly withZone: boolean
  readonly rows: readonly AttendanceRow[]
  readonly heading: Heading
}

/**
 * Creates the columns. Those for planned hours, corrections, objections, unseen people and people by badge are included only if a row
 * has a value.
 */
function createColumns({ withZone, rows, heading }: ColumnOptions): readonly Column<AttendanceRow>[] {
  const isPlanned = rows.some(row => row.judged)
  const isCorrected = rows.some(row => row.correction)
  const columns: (Column<AttendanceRow> | false)[] = [
    { key: 'name', label: msg`Name`, kind: 'text', of: row => row.name },
    { key: 'day', label: msg`Day`, kind: 'day', of: row => row.day },
    withZone && { key: 'zone', label: msg`Zone`, kind: 'text', of: row => row.zoneName },
    { key: 'firstIn', label: msg`First in`, kind: toClockKind(heading), of: row => toIso(row.firstIn) },
    { key: 'lastOut', label: msg`Last out`, kind: toClockKind(heading), of: row => toIso(row.lastOut) },
    rows.some(row => row.unseenSince) && {
      key: 'unseen',
      label: msg`Not seen since`,
      kind: toClockKind(heading),
      of: row => toIso(row.unseenSince),
    },
    rows.some(row => row.byBadge) && { key: 'source', label: msg`Source`, kind: 'text', of: toSource },
    { key: 'visits', label: msg`Visits`, kind: 'count', of: row => row.visits },
    { key: 'inside', label: msg`Time inside`, kind: 'minutes', of: row => row.insideMinutes, sum: true },
    isPlanned && {
      key: 'expected',
      label: msg`Expected`,
      kind: 'minutes',
      of: row => row.judged?.expectedMinutes ?? null,
      sum: true,
    },
    isPlanned && { key: 'mark', label: msg`Attendance`, kind: 'text', of: toMarkText },
    isPlanned && {
      key: 'late',
      label: msg`Late by`,
      kind: 'minutes',
      of: row => row.judged?.lateMinutes || null,
      sum: true,
    },
    isPlanned && {
      key: 'early',
      label: msg`Left early by`,
      kind: 'minutes',
      of: row => row.judged?.earlyMinutes || null,
      sum: true,
    },
    isPlanned && {
      key: 'overtime',
      label: msg`Overtime`,
      kind: 'minutes',
      of: row => row.judged?.overtimeMinutes || null,
      sum: true,
    },
    { key: 'refused', label: msg`Rejected checks`, kind: 'count', of: row => row.refused, sum: true },
    { key: 'uncertain', label: msg`Uncertain checks`, kind: 'count', of: row => row.uncertain, sum: true },
    isCorrected && { key: 'correction', label: msg`Reason for correction`, kind: 'text', of: toReason },
    isCorrected && {
      key: 'measured',
      label: msg`Measured`,
      kind: 'text',
      of: row => toMeasuredText(row, heading),
    },
    rows.some(row => row.objection) && {
      key: 'objection',
      label: msg`Objection`,
      kind: 'text',
      of: row => row.objection && objectionLabels[row.objection],
    },
  ]
  return columns.filter(column => column !== false)
}

/** Says how the person is known to have been inside; null if they were not. */
const toSource = ({ byPhone, byBadge }: AttendanceRow) =>
  byBadge ? (byPhone ? msg`Phone and badge` : msg`Badge`) : byPhone ? msg`Phone` : null

const toReason = ({ correction }: AttendanceRow) => correction?.reason ?? null

/** Returns the measured times of a corrected day, such as `08:17–16:40, 7 h 11 min`; null for a day without a correction. */
function toMeasuredText({ correction, measured, day }: AttendanceRow, heading: Heading): Text | null {
  if (!correction) return null
  if (!measured.first_in) return msg`Not inside`
  const { shown } = formatCells(heading)
  const toClockText = (at: Date) => shown(at.toISOString(), toClockKind(heading), day)
  const left = measured.last_out
    ? toClockText(measured.last_out)
    : measured.unseen_since
      ? msg`not seen since ${{ time: toClockText(measured.unseen_since) }}`
      : msg`still inside`
  const duration = formatDuration(measured.minutes)
  return msg`${{ from: toClockText(measured.first_in) }}–${{ left }}, ${{ duration }}`
}

/**
 * Builds the attendance report: who was inside on which days, when and how long, next to the expected shifts. Visitors are in no row, and
 * have a figure and a chart of their own.
 */
export function buildAttendanceReport(
  heading: Heading,
  allRows: readonly AttendanceRow[],
  withZone: boolean,
  visitors?: VisitorDays,
): Report {
  const rows = [...allRows].sort(
    (a, b) => b.day.localeCompare(a.day) || a.name.localeCompare(b.name) || a.userId.localeCompare(b.userId),
  )
  const days = labelDays(listAxisDays(heading, rows, { onlyKept: true }))
  const createDayChart = (title: Text, kind: 'count' | 'minutes', toAmount: (row: AttendanceRow) => number) =>
    createChart(
      heading,
      { title, column: 'day', kind },
      [{ key: 'inside', label: title, of: toAmount }],
      days,
      row => row.day,
      rows,
    )
  const isPlanned = rows.some(row => row.judged)
  return {
    document: buildDocument(
      heading,
      createColumns({ withZone, rows, heading }),
      rows,
      // A report about one person omits the number of people.
      [
        ...createFigures(rows, isPlanned).slice(heading.scope.userId === null ? 0 : 1),
        ...createVisitorFigures(visitors, heading),
      ],
    ),
    charts: [
      createDayChart(msg`Time inside by day`, 'minutes', row => row.insideMinutes),
      isPlanned
        ? createMarksChart(heading, rows)
        : createDayChart(msg`People by day`, 'count', row => Number(wasPresent(row))),
      ...createVisitorCharts(visitors, heading),
    ],
    refs: rows.map(({ zoneId, userId, correction, measured }) => ({
      zoneId,
      userId,
      measured: correction && {
        firstIn: toIso(measured.first_in),
        lastOut: toIso(measured.last_out),
        unseenSince: toIso(measured.unseen_since),
        insideMinutes: measured.minutes,
      },
    })),
  }
}

const wasPresent = (row: AttendanceRow) => row.insideMinutes > 0 || row.visits > 0

function createFigures(rows: readonly AttendanceRow[], isPlanned: boolean): Figure[] {
  const countMarked = (...marks: string[]) =>
    rows.filter(({ judged }) => judged && marks.includes(judged.mark)).length
  const planFigures: Figure[] = [
    { label: msg`Days late`, value: countMarked('late', 'late_and_left_early'), kind: 'count' },
    { label: msg`Days left early`, value: countMarked('left_early', 'late_and_left_early'), kind: 'count' },
    { label: msg`Days absent`, value: countMarked('absent'), kind: 'count' },
    {
      label: msg`Overtime`,
      value: sumCells(rows.map(row => row.judged?.overtimeMinutes ?? 0)),
      kind: 'minutes',
    },
  ]
  return [
    {
      label: msg`People who were here`,
      value: new Set(rows.filter(wasPresent).map(row => row.userId)).size,
      kind: 'count',
    },
    ...createUnseenFigures(new Set(rows.filter(row => row.unseenSince).map(row => row.userId)).size),
    { label: msg`Visits`, value: sumCells(rows.map(row => row.visitsBegun)), kind: 'count' },
    { label: msg`Time inside`, value: sumCells(rows.map(row => row.insideMinutes)), kind: 'minutes' },
    {
      label: msg`Rejected or uncertain checks`,
      value: sumCells(rows.map(row => row.refused + row.uncertain)),
      kind: 'count',
    },
    ...(isPlanned ? planFigures : []),
  ]
}

function createMarksChart(heading: Heading, rows: readonly AttendanceRow[]) {
  const usedMarks = attendanceMarks.filter(mark => rows.some(({ judged }) => judged?.mark === mark))
  return createChart(
    heading,
    { title: msg`Days by attendance`, column: 'mark', kind: 'count' },
    [{ key: 'days', label: msg`Days`, of: (_: AttendanceRow) => 1 }],
    toBarLabels(usedMarks.map(attendanceMarkText)),
    row => toMarkText(row) ?? '',
    rows,
  )
}
