import { msg } from '@lingui/core/runtime-macro'
import type { Report } from '@muster/contract/reports.ts'
import { hazardSeverities, hazardStatuses, isUnsettled } from '@muster/domain/hazard.ts'
import {
  buildDocument,
  type Column,
  clockKind,
  createChart,
  findMedian,
  type Heading,
  labelWords,
  toMinutes,
} from './build-document.ts'
import { daysOnAxis, labelDays } from './day-bars.ts'
import type { NotificationRow } from './notifications.queries.ts'
import { severityWords, statusWords } from './words.ts'

const minutesOrNull = (seconds: number | null) => (seconds === null ? null : toMinutes(seconds))

const createColumns = (heading: Heading, withZone: boolean): readonly Column<NotificationRow>[] => [
  { key: 'day', label: msg`Day`, kind: 'day', of: row => row.day },
  { key: 'title', label: msg`Title`, kind: 'text', of: row => row.title },
  ...(withZone
    ? [{ key: 'zone', label: msg`Zone`, kind: 'text', of: (row: NotificationRow) => row.zone_name } as const]
    : []),
  { key: 'opened', label: msg`Opened`, kind: clockKind(heading), of: row => row.opened_at.toISOString() },
  { key: 'severity', label: msg`Severity`, kind: 'text', of: row => severityWords[row.severity] },
  { key: 'status', label: msg`Status`, kind: 'text', of: row => statusWords[row.status] },
  {
    key: 'firstStep',
    label: msg`Time to first step`,
    kind: 'minutes',
    of: row => minutesOrNull(row.first_step_s),
  },
  { key: 'resolved', label: msg`Time to resolve`, kind: 'minutes', of: row => minutesOrNull(row.resolved_s) },
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
      { label: msg`Opened`, value: rows.length, kind: 'count' },
      { label: msg`Resolved or closed`, value: settled.length, kind: 'count' },
      { label: msg`Still open`, value: rows.length - settled.length, kind: 'count' },
      { label: msg`Median time to resolve`, value: findMedian(times), kind: 'minutes' },
    ]),
    charts: [
      createChart(
        heading,
        { title: msg`Notifications by severity`, column: 'severity', kind: 'count' },
        hazardStatuses.map(status => ({
          key: status,
          label: statusWords[status],
          of: (row: NotificationRow) => Number(row.status === status),
        })),
        labelWords(hazardSeverities.map(severity => severityWords[severity])),
        row => severityWords[row.severity],
        rows,
      ),
      createChart(
        heading,
        { title: msg`Notifications by day`, column: 'day', kind: 'count' },
        hazardSeverities.map(severity => ({
          key: severity,
          label: severityWords[severity],
          of: (row: NotificationRow) => Number(row.severity === severity),
        })),
        labelDays(daysOnAxis(heading, rows, { onlyKept: false })),
        row => row.day,
        rows,
      ),
    ],
    refs: rows.map(row => ({ zoneId: row.zone_id, userId: null, measured: null })),
  }
}
