import type { Report } from '@muster/contract/reports.ts'
import type { MeasuredRow } from './attendance.queries.ts'
import { addUp, buildDocument, type Column, chartOf, type Heading, minutesOf } from './build-document.ts'
import { daysWords } from './day-bars.ts'

/** A person's day in a zone as the report shows it. */
export type AttendanceRow = MeasuredRow & {
  readonly name: string
  readonly zoneName: string
  readonly refused: number
  readonly uncertain: number
}

const columnsOf = (withZone: boolean): readonly Column<AttendanceRow>[] => [
  { key: 'name', label: 'Name', kind: 'text', of: row => row.name },
  { key: 'day', label: 'Day', kind: 'day', of: row => row.day },
  ...(withZone
    ? [{ key: 'zone', label: 'Zone', kind: 'text', of: (row: AttendanceRow) => row.zoneName } as const]
    : []),
  { key: 'firstIn', label: 'First in', kind: 'time', of: row => row.first_in.toISOString() },
  { key: 'lastOut', label: 'Last out', kind: 'time', of: row => row.last_out?.toISOString() ?? null },
  { key: 'visits', label: 'Visits', kind: 'count', of: row => row.visits },
  { key: 'inside', label: 'Time inside', kind: 'minutes', of: row => minutesOf(row.inside_s), sum: true },
  { key: 'refused', label: 'Checks refused', kind: 'count', of: row => row.refused, sum: true },
  { key: 'uncertain', label: 'Checks uncertain', kind: 'count', of: row => row.uncertain, sum: true },
]

/** Who was inside on which days, from when to when and how long. */
export function attendanceReport(
  heading: Heading,
  rows: readonly AttendanceRow[],
  withZone: boolean,
): Report {
  const sorted = [...rows].sort(
    (one, other) =>
      other.day.localeCompare(one.day) ||
      one.name.localeCompare(other.name) ||
      one.user_id.localeCompare(other.user_id),
  )
  return {
    document: buildDocument(heading, columnsOf(withZone), sorted, [
      { label: 'People', value: new Set(rows.map(row => row.user_id)).size, kind: 'count' },
      { label: 'Visits', value: addUp(rows.map(row => row.visits_begun)), kind: 'count' },
      { label: 'Time inside', value: addUp(rows.map(row => minutesOf(row.inside_s))), kind: 'minutes' },
      {
        label: 'Checks refused or uncertain',
        value: addUp(rows.map(row => row.refused + row.uncertain)),
        kind: 'count',
      },
    ]),
    charts: [
      chartOf(
        { title: 'Time inside by day', column: 'day', kind: 'minutes' },
        [{ key: 'inside', label: 'Time inside', of: row => minutesOf(row.inside_s) }],
        daysWords(rows.map(row => row.day)),
        row => row.day,
        rows,
      ),
      chartOf(
        { title: 'People by day', column: 'day', kind: 'count' },
        [{ key: 'people', label: 'People', of: () => 1 }],
        daysWords(rows.map(row => row.day)),
        row => row.day,
        rows,
      ),
    ],
    refs: sorted.map(row => ({ zoneId: row.zone_id, userId: row.user_id })),
  }
}
