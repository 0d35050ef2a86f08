import type { Report } from '@muster/contract/reports.ts'
import { broadcastPriorities } from '@muster/domain/broadcast.ts'
import type { BroadcastRow } from './broadcasts.queries.ts'
import {
  addUp,
  buildDocument,
  type Column,
  clockKind,
  createChart,
  findMedian,
  type Heading,
  toMinutes,
} from './build-document.ts'
import { daysOnAxis, daysWords } from './day-bars.ts'
import { levelWord } from './words.ts'

const createColumns = (heading: Heading, withZone: boolean): readonly Column<BroadcastRow>[] => [
  { key: 'day', label: 'Day', kind: 'day', of: row => row.day },
  { key: 'title', label: 'Title', kind: 'text', of: row => row.title },
  ...(withZone
    ? [
        {
          key: 'zone',
          label: 'Zone',
          kind: 'text',
          of: (row: BroadcastRow) => row.zone_name ?? 'All zones',
        } as const,
      ]
    : []),
  { key: 'sent', label: 'Sent', kind: clockKind(heading), of: row => row.sent_at.toISOString() },
  { key: 'priority', label: 'Priority', kind: 'text', of: row => levelWord(row.priority) },
  { key: 'recipients', label: 'Recipients', kind: 'count', of: row => row.recipients, sum: true },
  { key: 'seen', label: 'Seen', kind: 'count', of: row => row.seen, sum: true },
  { key: 'acknowledged', label: 'Acknowledged', kind: 'count', of: row => row.acknowledged, sum: true },
  { key: 'unreachable', label: 'Not reached', kind: 'count', of: row => row.unreachable, sum: true },
  {
    key: 'time',
    label: 'Time to acknowledge',
    kind: 'minutes',
    of: row => (row.acknowledged_s === null ? null : toMinutes(row.acknowledged_s)),
  },
]

/** Builds the report of sent broadcasts and their reach. */
export function broadcastsReport(heading: Heading, rows: readonly BroadcastRow[], withZone: boolean): Report {
  const times = rows.flatMap(row => (row.acknowledged_s === null ? [] : toMinutes(row.acknowledged_s)))
  return {
    document: buildDocument(heading, createColumns(heading, withZone), rows, [
      { label: 'Sent', value: rows.length, kind: 'count' },
      { label: 'Recipients', value: addUp(rows.map(row => row.recipients)), kind: 'count' },
      { label: 'Seen', value: addUp(rows.map(row => row.seen)), kind: 'count' },
      { label: 'Acknowledged', value: addUp(rows.map(row => row.acknowledged)), kind: 'count' },
      { label: 'Median time to acknowledge', value: findMedian(times), kind: 'minutes' },
    ]),
    charts: [
      createChart(
        { title: 'Recipients by priority', column: 'priority', kind: 'count' },
        [
          { key: 'acknowledged', label: 'Acknowledged', of: row => row.acknowledged },
          { key: 'seen', label: 'Seen only', of: row => row.seen - row.acknowledged },
          { key: 'open', label: 'Not seen', of: row => row.recipients - row.seen },
        ],
        broadcastPriorities.map(priority => ({ value: levelWord(priority), label: levelWord(priority) })),
        row => levelWord(row.priority),
        rows,
      ),
      createChart(
        { title: 'Broadcasts by day', column: 'day', kind: 'count' },
        [{ key: 'sent', label: 'Sent', of: () => 1 }],
        daysWords(daysOnAxis(heading, rows, { onlyKept: false })),
        row => row.day,
        rows,
      ),
    ],
    refs: rows.map(row => ({ zoneId: row.zone_id, userId: null, measured: null })),
  }
}
