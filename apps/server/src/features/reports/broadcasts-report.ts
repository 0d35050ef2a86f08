import { msg } from '@lingui/core/runtime-macro'
import type { Report } from '@muster/contract/reports.ts'
import { broadcastPriorities } from '@muster/domain/broadcast.ts'
import type { BroadcastRow } from './broadcasts.queries.ts'
import {
  buildDocument,
  type Column,
  createChart,
  findMedian,
  type Heading,
  sumCells,
  toBarLabels,
  toClockKind,
  toMinutes,
} from './build-document.ts'
import { labelDays, listAxisDays } from './day-bars.ts'
import { priorityLabels } from './words.ts'

const createColumns = (heading: Heading, withZone: boolean): readonly Column<BroadcastRow>[] => [
  { key: 'day', label: msg`Day`, kind: 'day', of: row => row.day },
  { key: 'title', label: msg`Title`, kind: 'text', of: row => row.title },
  ...(withZone
    ? [
        {
          key: 'zone',
          label: msg`Zone`,
          kind: 'text',
          of: (row: BroadcastRow) => row.zone_name ?? msg`All zones`,
        } as const,
      ]
    : []),
  { key: 'sent', label: msg`Sent`, kind: toClockKind(heading), of: row => row.sent_at.toISOString() },
  { key: 'priority', label: msg`Priority`, kind: 'text', of: row => priorityLabels[row.priority] },
  { key: 'recipients', label: msg`Recipients`, kind: 'count', of: row => row.recipients, sum: true },
  { key: 'seen', label: msg`Seen`, kind: 'count', of: row => row.seen, sum: true },
  { key: 'acknowledged', label: msg`Acknowledged`, kind: 'count', of: row => row.acknowledged, sum: true },
  { key: 'unreachable', label: msg`Not reached`, kind: 'count', of: row => row.unreachable, sum: true },
  {
    key: 'time',
    label: msg`Time to acknowledge`,
    kind: 'minutes',
    of: row => (row.acknowledged_s === null ? null : toMinutes(row.acknowledged_s)),
  },
]

/** Builds the report of sent broadcasts and their reach. */
export function buildBroadcastsReport(
  heading: Heading,
  rows: readonly BroadcastRow[],
  withZone: boolean,
): Report {
  const acknowledgeMinutes = rows.flatMap(row =>
    row.acknowledged_s === null ? [] : toMinutes(row.acknowledged_s),
  )
  return {
    document: buildDocument(heading, createColumns(heading, withZone), rows, [
      { label: msg`Sent`, value: rows.length, kind: 'count' },
      { label: msg`Recipients`, value: sumCells(rows.map(row => row.recipients)), kind: 'count' },
      { label: msg`Seen`, value: sumCells(rows.map(row => row.seen)), kind: 'count' },
      { label: msg`Acknowledged`, value: sumCells(rows.map(row => row.acknowledged)), kind: 'count' },
      { label: msg`Median time to acknowledge`, value: findMedian(acknowledgeMinutes), kind: 'minutes' },
    ]),
    charts: [
      createChart(
        heading,
        { title: msg`Recipients by priority`, column: 'priority', kind: 'count' },
        [
          { key: 'acknowledged', label: msg`Acknowledged`, of: row => row.acknowledged },
          { key: 'seen', label: msg`Seen only`, of: row => row.seen - row.acknowledged },
          { key: 'open', label: msg`Not seen`, of: row => row.recipients - row.seen },
        ],
        toBarLabels(broadcastPriorities.map(priority => priorityLabels[priority])),
        row => priorityLabels[row.priority],
        rows,
      ),
      createChart(
        heading,
        { title: msg`Broadcasts by day`, column: 'day', kind: 'count' },
        [{ key: 'sent', label: msg`Sent`, of: () => 1 }],
        labelDays(listAxisDays(heading, rows, { onlyKept: false })),
        row => row.day,
        rows,
      ),
    ],
    refs: rows.map(row => ({ zoneId: row.zone_id, userId: null, measured: null })),
  }
}
