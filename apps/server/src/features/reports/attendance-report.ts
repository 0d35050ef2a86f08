import type { Report } from '@muster/contract/reports.ts'
import { type AttendanceMark, attendanceMarks, attendanceMarkWords } from '@muster/domain/attendance.ts'
import { sourceLanguage } from '@muster/domain/language.ts'
import { render } from '../../lib/texts/render.ts'
import {
  addUp,
  buildDocument,
  type Column,
  clockKind,
  createChart,
  type Figure,
  type Heading,
  unseenFigure,
} from './build-document.ts'
import { daysOnAxis, daysWords } from './day-bars.ts'
import { durationText, formatCells } from './files/format-cell.ts'
import type { AttendanceDay } from './judge-attendance.ts'
import { levelWord } from './words.ts'

export type AttendanceRow = AttendanceDay & { readonly name: string; readonly zoneName: string }

const iso = (at: Date | null) => at?.toISOString() ?? null
const markWord = (mark: AttendanceMark) => render(attendanceMarkWords(mark), sourceLanguage)
const toMark = ({ judged }: AttendanceRow) => judged && markWord(judged.mark)

type AttendanceOptions = {
  readonly withZone: boolean
  readonly rows: readonly AttendanceRow[]
  readonly heading: Heading
}

/** Columns for planned hours, corrections, objections and unseen people appear only if any row has them. */
function createColumns({ withZone, rows, heading }: AttendanceOptions): readonly Column<AttendanceRow>[] {
  const isPlanned = rows.some(row => row.judged)
  const isCorrected = rows.some(row => row.correction)
  const columns: (Column<AttendanceRow> | false)[] = [
    { key: 'name', label: 'Name', kind: 'text', of: row => row.name },
    { key: 'day', label: 'Day', kind: 'day', of: row => row.day },
    withZone && { key: 'zone', label: 'Zone', kind: 'text', of: row => row.zoneName },
    { key: 'firstIn', label: 'First in', kind: clockKind(heading), of: row => iso(row.firstIn) },
    { key: 'lastOut', label: 'Last out', kind: clockKind(heading), of: row => iso(row.lastOut) },
    rows.some(row => row.unseenSince) && {
      key: 'unseen',
      label: 'Not seen since',
      kind: clockKind(heading),
      of: row => iso(row.unseenSince),
    },
    { key: 'visits', label: 'Visits', kind: 'count', of: row => row.visits },
    { key: 'inside', label: 'Time inside', kind: 'minutes', of: row => row.insideMinutes, sum: true },
    isPlanned && {
      key: 'expected',
      label: 'Expected',
      kind: 'minutes',
      of: row => row.judged?.expectedMinutes ?? null,
      sum: true,
    },
    isPlanned && { key: 'mark', label: 'Attendance', kind: 'text', of: toMark },
    isPlanned && {
      key: 'late',
      label: 'Late by',
      kind: 'minutes',
      of: row => row.judged?.lateMinutes || null,
      sum: true,
    },
    isPlanned && {
      key: 'early',
      label: 'Left early by',
      kind: 'minutes',
      of: row => row.judged?.earlyMinutes || null,
      sum: true,
    },
    isPlanned && {
      key: 'overtime',
      label: 'Overtime',
      kind: 'minutes',
      of: row => row.judged?.overtimeMinutes || null,
      sum: true,
    },
    { key: 'refused', label: 'Checks refused', kind: 'count', of: row => row.refused, sum: true },
    { key: 'uncertain', label: 'Checks uncertain', kind: 'count', of: row => row.uncertain, sum: true },
    isCorrected && { key: 'correction', label: 'Corrected because', kind: 'text', of: toReason },
    isCorrected && { key: 'measured', label: 'Measured', kind: 'text', of: row => toMeasured(row, heading) },
    rows.some(row => row.objection) && {
      key: 'objection',
      label: 'Objection',
      kind: 'text',
      of: row => row.objection && levelWord(row.objection),
    },
  ]
  return columns.filter(column => column !== false)
}

const toReason = ({ correction }: AttendanceRow) => correction?.reason ?? null

/** The measured day of a corrected one, such as `08:17–16:40, 7 h 11 min`. */
function toMeasured({ correction, measured, day }: AttendanceRow, heading: Heading): string | null {
  if (!correction) return null
  if (!measured.first_in) return 'Not inside'
  const { shown } = formatCells(heading.timeZone)
  const clock = (at: Date) => shown(at.toISOString(), clockKind(heading), day)
  const left = measured.last_out
    ? clock(measured.last_out)
    : measured.unseen_since
      ? `not seen since ${clock(measured.unseen_since)}`
      : 'still inside'
  return `${clock(measured.first_in)}–${left}, ${durationText(measured.minutes)}`
}

/** Builds the attendance report: who was inside on which days, when and how long, next to the expected shifts. */
export function attendanceReport(
  heading: Heading,
  allRows: readonly AttendanceRow[],
  withZone: boolean,
): Report {
  const rows = [...allRows].sort(
    (one, other) =>
      other.day.localeCompare(one.day) ||
      one.name.localeCompare(other.name) ||
      one.userId.localeCompare(other.userId),
  )
  const days = daysWords(daysOnAxis(heading, rows, { onlyKept: true }))
  const byDay = (title: string, kind: 'count' | 'minutes', of: (row: AttendanceRow) => number) =>
    createChart(
      { title, column: 'day', kind },
      [{ key: 'inside', label: title, of }],
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
      // A report about one person has no count of people.
      createFigures(rows, isPlanned).slice(heading.scope.userId === null ? 0 : 1),
    ),
    charts: [
      byDay('Time inside by day', 'minutes', row => row.insideMinutes),
      isPlanned ? marksChart(rows) : byDay('People by day', 'count', row => Number(wasThere(row))),
    ],
    refs: rows.map(({ zoneId, userId, correction, measured }) => ({
      zoneId,
      userId,
      measured: correction && {
        firstIn: iso(measured.first_in),
        lastOut: iso(measured.last_out),
        unseenSince: iso(measured.unseen_since),
        insideMinutes: measured.minutes,
      },
    })),
  }
}

const wasThere = (row: AttendanceRow) => row.insideMinutes > 0 || row.visits > 0

function createFigures(rows: readonly AttendanceRow[], isPlanned: boolean): Figure[] {
  const marked = (...marks: string[]) =>
    rows.filter(({ judged }) => judged && marks.includes(judged.mark)).length
  const planned: Figure[] = [
    { label: 'Days late', value: marked('late', 'late_and_left_early'), kind: 'count' },
    { label: 'Days left early', value: marked('left_early', 'late_and_left_early'), kind: 'count' },
    { label: 'Days absent', value: marked('absent'), kind: 'count' },
    { label: 'Overtime', value: addUp(rows.map(row => row.judged?.overtimeMinutes ?? 0)), kind: 'minutes' },
  ]
  return [
    {
      label: 'People inside',
      value: new Set(rows.filter(wasThere).map(row => row.userId)).size,
      kind: 'count',
    },
    ...unseenFigure(new Set(rows.filter(row => row.unseenSince).map(row => row.userId)).size),
    { label: 'Visits', value: addUp(rows.map(row => row.visitsBegun)), kind: 'count' },
    { label: 'Time inside', value: addUp(rows.map(row => row.insideMinutes)), kind: 'minutes' },
    {
      label: 'Checks refused or uncertain',
      value: addUp(rows.map(row => row.refused + row.uncertain)),
      kind: 'count',
    },
    ...(isPlanned ? planned : []),
  ]
}

function marksChart(rows: readonly AttendanceRow[]) {
  const used = attendanceMarks.map(markWord).filter(word => rows.some(row => toMark(row) === word))
  return createChart(
    { title: 'Days by attendance', column: 'mark', kind: 'count' },
    [{ key: 'days', label: 'Days', of: (_: AttendanceRow) => 1 }],
    used.map(word => ({ value: word, label: word })),
    row => toMark(row) ?? '',
    rows,
  )
}
