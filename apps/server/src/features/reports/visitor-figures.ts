import { msg } from '@lingui/core/runtime-macro'
import type { ReportChart } from '@muster/contract/reports.ts'
import { dayIn } from '@muster/domain/report-span.ts'
import { localShortDay } from '../../lib/texts/local-day.ts'
import { type Column, createChart, type Figure, type Heading } from './build-document.ts'
import { labelDays, listAxisDays } from './day-bars.ts'
import type { HourRow } from './presence-hours.queries.ts'
import type { VisitorDays, VisitorsByHour } from './visitors.queries.ts'

/** The visitors of each hour. The other columns leave them out, as they do the badges that visitors carry. */
export const createVisitorColumns = (visitors: VisitorsByHour | undefined): Column<HourRow>[] =>
  visitors === undefined
    ? []
    : [
        {
          key: 'visitors',
          label: msg`Visitors signed in`,
          kind: 'count',
          of: row => visitors.get(row.began.getTime()) ?? null,
        },
      ]

/** The number of visits, and since when they are stored if that is later than the first day. */
export const createVisitorFigures = (days: VisitorDays | undefined, { timeZone }: Heading): Figure[] =>
  days === undefined
    ? []
    : [
        {
          label:
            days.since === null
              ? msg`Visitors signed in`
              : msg`Visitors signed in since ${{ day: localShortDay(dayIn(timeZone, days.since.getTime())) }}`,
          value: days.visits,
          kind: 'count',
        },
      ]

export const createVisitorCharts = (days: VisitorDays | undefined, heading: Heading): ReportChart[] =>
  days === undefined || days.visits === 0
    ? []
    : [
        createChart(
          heading,
          { title: msg`Visitors by day`, column: 'day', kind: 'count' },
          [{ key: 'visitors', label: msg`Visitors signed in`, of: row => row.visitors }],
          labelDays(listAxisDays(heading, days.days, { onlyKept: true })),
          row => row.day,
          days.days,
        ),
      ]
