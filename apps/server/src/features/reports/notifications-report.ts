import type { Report } from '@muster/contract/reports.ts'
import { hazardSeverities, hazardStatuses, isUnsettled } from '@muster/domain/hazard.ts'
import {
  buildDocument,
  type Column,
  clockKind,
  createChart,
  findMedian,
  type Heading,
  toMinutes,
} from './build-document.ts'
import { daysOnAxis, daysWords } from './day-bars.ts'
import type { NotificationRow } from './notifications.queries.ts'
import { levelWord } from './words.ts'

const minutesOrNull = (seconds: number | null) => (seconds === null ? null : toMinutes(seconds))

const createColumns = (heading: Heading, withZone: boolean): readonly Column<NotificationRow>[] => [
  { key: 'day', label: 'Day', kind: 'day', of: row => row.day },
  { key: 'title', label: 'Title', kind: 'text', of: row => row.title },
  ...(withZone
    ? [{ key: 'zone', label: 'Zone', kind: 'text', of: (row: NotificationRow) => row.zone_name } as const]
    : []),
  { key: 'opened', label: 'Opened', kind: clockKind(heading), of: row => row.opened_at.toISOString() },
  { key: 'severity', label: 'Severity', kind: 'text', of: row => levelWord(row.severity) },
  { key: 'status', label: 'Status', kind: 'text', of: row => levelWord(row.status) },
  {
    key: 'firstStep',
    label: 'Time to first step',
    kind: 'minutes',
    of: row => minutesOrNull(row.first_step_s),
  },
  { key: 'resolved', label: 'Time to resolve', kind: 'minutes', of: row => minutesOrNull(row.resolved_s) },
]

/** Builds the report of opened notifications and their handling times. */
export function notificationsReport(
  heading: Heading,
  rows: readonly NotificationRow[],
  withZone: boolean,
): Report {
  const settled = rows.filter(row => !isUnsettled(row.status))
  const times = rows.flatMap(row => minutesOrNull(row.resolved_s) ?? [])
  return {
    document: buildDocument(heading, createColumns(heading, withZone), rows, [
      { label: 'Opened', value: rows.length, kind: 'count' },
      { label: 'Resolved or closed', value: settled.length, kind: 'count' },
      { label: 'Still open', value: rows.length - settled.length, kind: 'count' },
      { label: 'Median time to resolve', value: findMedian(times), kind: 'minutes' },
    ]),
    charts: [
      createChart(
        { title: 'Notifications by severity', column: 'severity', kind: 'count' },
        hazardStatuses.map(status => ({
          key: status,
          label: levelWord(status),
          of: (row: NotificationRow) => Number(row.status === status),
        })),
        hazardSeverities.map(severity => ({ value: levelWord(severity), label: levelWord(severity) })),
        row => levelWord(row.severity),
        rows,
      ),
      createChart(
        { title: 'Notifications by day', column: 'day', kind: 'count' },
        hazardSeverities.map(severity => ({
          key: severity,
          label: levelWord(severity),
          of: (row: NotificationRow) => Number(row.severity === severity),
        })),
        daysWords(daysOnAxis(heading, rows, { onlyKept: false })),
        row => row.day,
        rows,
      ),
    ],
    refs: rows.map(row => ({ zoneId: row.zone_id, userId: null, measured: null })),
  }
}
