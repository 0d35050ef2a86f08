import { msg } from '@lingui/core/runtime-macro'
import type { Report } from '@muster/contract/reports.ts'
import { hazardSeverities, hazardStatuses, isUnsettled } from '@muster/domain/hazard.ts'
import {
  buildDocument,
  type Column,
  createChart,
  findMedian,
  type Heading,
  toBarLabels,
  toClockKind,
  toMinutes,
} from './build-document.ts'
import { labelDays, listAxisDays } from './day-bars.ts'
import type { NotificationRow } from './notifications.queries.ts'
import { severityLabels, statusLabels } from './words.ts'

const toMinutesOrNull = (seconds: number | null) => (seconds === null ? null : toMinutes(seconds))

const createColumns = (heading: Heading, withZone: boolean): readonly Column<NotificationRow>[] => [
  { key: 'day', label: msg`Day`, kind: 'day', of: row => row.day },
  { key: 'title', label: msg`Title`, kind: 'text', of: row => row.title },
  ...(withZone
    ? [{ key: 'zone', label: msg`Zone`, kind: 'text', of: (row: NotificationRow) => row.zone_name } as const]
    : []),
  { key: 'opened', label: msg`Opened`, kind: toClockKind(heading), of: row => row.opened_at.toISOString() },
  { key: 'severity', label: msg`Severity`, kind: 'text', of: row => severityLabels[row.severity] },
  { key: 'status', label: msg`Status`, kind: 'text', of: row => statusLabels[row.status] },
  {
    key: 'firstStep',
    label: msg`Time to first step`,
    kind: 'minutes',
    of: row => toMinutesOrNull(row.first_step_s),
  },
  {
    key: 'resolved',
    label: msg`Time to resolve`,
    kind: 'minutes',
    of: row => toMinutesOrNull(row.resolved_s),
  },
]

/** Builds the report of opened notifications and their handling times. */
export function buildNotificationsReport(
  heading: Heading,
  rows: readonly NotificationRow[],
  withZone: boolean,
): Report {
  const settledRows = rows.filter(row => !isUnsettled(row.status))
  const resolutionMinutes = rows.flatMap(row => toMinutesOrNull(row.resolved_s) ?? [])
  return {
    document: buildDocument(heading, createColumns(heading, withZone), rows, [
      { label: msg`Opened`, value: rows.length, kind: 'count' },
      { label: msg`Resolved or closed`, value: settledRows.length, kind: 'count' },
      { label: msg`Still open`, value: rows.length - settledRows.length, kind: 'count' },
      { label: msg`Median time to resolve`, value: findMedian(resolutionMinutes), kind: 'minutes' },
    ]),
    charts: [
      createChart(
        heading,
        { title: msg`Hazards by severity`, column: 'severity', kind: 'count' },
        hazardStatuses.map(status => ({
          key: status,
          label: statusLabels[status],
          of: (row: NotificationRow) => Number(row.status === status),
        })),
        toBarLabels(hazardSeverities.map(severity => severityLabels[severity])),
        row => severityLabels[row.severity],
        rows,
      ),
      createChart(
        heading,
        { title: msg`Hazards by day`, column: 'day', kind: 'count' },
        hazardSeverities.map(severity => ({
          key: severity,
          label: severityLabels[severity],
          of: (row: NotificationRow) => Number(row.severity === severity),
        })),
        labelDays(listAxisDays(heading, rows, { onlyKept: false })),
        row => row.day,
        rows,
      ),
    ],
    refs: rows.map(row => ({ zoneId: row.zone_id, userId: null, measured: null })),
  }
}
