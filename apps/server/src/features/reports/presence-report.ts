import { msg } from '@lingui/core/runtime-macro'
import type { Report } from '@muster/contract/reports.ts'
import {
  buildDocument,
  type Column,
  createChart,
  createUnseenFigures,
  type Heading,
  sumCells,
  toBarLabels,
  toMinutes,
} from './build-document.ts'
import { labelDays, listAxisDays } from './day-bars.ts'
import type { HourRow } from './presence-hours.queries.ts'
import { createVisitorColumns, createVisitorFigures } from './visitor-figures.ts'
import type { VisitorDays, VisitorsByHour } from './visitors.queries.ts'

/** The column of people by badge is included only if there were any. */
const createColumns = (rows: readonly HourRow[]): Column<HourRow>[] => [
  { key: 'day', label: msg`Day`, kind: 'day', of: row => row.day },
  { key: 'hour', label: msg`Hour`, kind: 'text', of: row => row.hour },
  { key: 'people', label: msg`People`, kind: 'count', of: row => row.people },
  ...(rows.some(row => row.by_badge > 0)
    ? [
        {
          key: 'byBadge',
          label: msg`Only by badge`,
          kind: 'count' as const,
          of: (row: HourRow) => row.by_badge,
        },
      ]
    : []),
  { key: 'most', label: msg`Peak`, kind: 'count', of: row => row.most },
  { key: 'inside', label: msg`Time inside`, kind: 'minutes', of: row => toMinutes(row.inside_s), sum: true },
]

/** The axis has every full hour; half-hour clock changes add more labels. */
const hoursOfDay = Array.from({ length: 24 }, (_, hour) => `${String(hour).padStart(2, '0')}:00`)

/** `unseenPeople`: open visits not seen within the freshness limit. Visitors are only in a column and a figure of their own. */
export function buildPresenceReport(
  heading: Heading,
  rows: readonly HourRow[],
  unseenPeople: number,
  visitors: { readonly byHour?: VisitorsByHour; readonly byDay?: VisitorDays } = {},
): Report {
  const maxPeople = Math.max(0, ...rows.map(row => row.most))
  const peakRow = rows.find(row => row.most === maxPeople && maxPeople > 0)
  const hours = [...new Set([...hoursOfDay, ...rows.map(row => row.hour)])].sort()
  const days = labelDays(listAxisDays(heading, rows, { onlyKept: true }))
  return {
    document: buildDocument(
      heading,
      [...createColumns(rows), ...createVisitorColumns(visitors.byHour)],
      rows,
      [
        { label: msg`Peak`, value: maxPeople, kind: 'count' },
        { label: msg`Peak reached at`, value: peakRow?.began.toISOString() ?? null, kind: 'moment' },
        {
          label: msg`Time inside`,
          value: sumCells(rows.map(row => toMinutes(row.inside_s))),
          kind: 'minutes',
        },
        ...createUnseenFigures(unseenPeople),
        ...createVisitorFigures(visitors.byDay, heading),
      ],
    ),
    charts: [
      createChart(
        heading,
        { title: msg`Peak number of people inside by hour of the day`, column: 'hour', kind: 'count' },
        [{ key: 'people', label: msg`People`, of: row => row.people }],
        toBarLabels(hours),
        row => row.hour,
        rows,
        Math.max,
      ),
      createChart(
        heading,
        { title: msg`Time inside by day`, column: 'day', kind: 'minutes' },
        [{ key: 'inside', label: msg`Time inside`, of: row => toMinutes(row.inside_s) }],
        days,
        row => row.day,
        rows,
      ),
      createChart(
        heading,
        { title: msg`Time inside by hour of the day`, column: 'hour', kind: 'minutes' },
        [{ key: 'inside', label: msg`Time inside`, of: row => toMinutes(row.inside_s) }],
        toBarLabels(hours),
        row => row.hour,
        rows,
      ),
    ],
    refs: rows.map(() => ({ zoneId: null, userId: null, measured: null })),
  }
}
