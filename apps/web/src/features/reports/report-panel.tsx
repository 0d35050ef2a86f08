import { Button } from '@mantine/core'
import type { Report } from '@muster/contract/reports.ts'
import type { MyZone } from '@muster/contract/zones.ts'
import type { RowFilter } from '@muster/domain/report-rows.ts'
import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { orpc } from '../../lib/api.ts'
import { readFilters } from '../../lib/search-props.ts'
import { AgeGrey } from '../../ui/live/age-grey.tsx'
import { ReportBody } from './report-body.tsx'
import { ReportEmpty } from './report-empty.tsx'
import { hidesReport, ReportFailure } from './report-failure.tsx'
import { ReportFilters } from './report-filters.tsx'
import { lastWeek, type Reach, spanFor } from './report-reach.ts'
import { dayRowKey, type ReportRow } from './report-rows.ts'
import { ReportSkeleton } from './report-skeleton.tsx'
import { searchLabels } from './report-words.ts'
import classes from './reports.module.css'
import { clearedRowSearch, type ReportsSearchProps } from './reports-search.ts'
import type { ReportSlots } from './slots.ts'
import { type ReportParams, useReport } from './use-report.ts'

type Props = ReportsSearchProps & {
  reach: Reach
  /** The zone of the report; undefined for a report on all zones and for the reader's own. */
  zone: MyZone | undefined
  slots: ReportSlots
}

export function ReportPanel(props: Props) {
  const { reach, zone, slots, ...address } = props
  const calendarQuery = useQuery({
    ...orpc.reports.calendar.queryOptions({ input: zone ? { zoneId: zone.id } : {} }),
    // Keeps the filters, and their focus, while the calendar of another zone loads.
    placeholderData: previousData => previousData,
  })
  if (calendarQuery.isPending) return <ReportSkeleton />
  if (!calendarQuery.data) return <ReportFailure zone={zone} query={calendarQuery} />
  const { today } = calendarQuery.data
  const request = {
    kind: address.search.kind ?? 'attendance',
    span: spanFor(reach, address.search, today),
    today,
  }
  return (
    <>
      <ReportFilters {...address} {...request} {...{ reach, zone }} />
      {zone && slots.above?.(zone, (userId, day) => address.onSearch(toDaySearch(zone.id, userId, day)))}
      {calendarQuery.isPlaceholderData ? (
        <ReportSkeleton />
      ) : (
        <RequestedReport key={`report-${zone?.id}`} {...props} {...request} />
      )}
    </>
  )
}

/** Returns the search parameters that open one person's day. */
const toDaySearch = (zoneId: string, userId: string, day: string): ReportsSearchProps['search'] => ({
  ...{ part: undefined, kind: undefined, group: undefined, q: undefined, by: undefined, value: undefined },
  ...{ person: userId, from: day, to: day, row: dayRowKey(day, userId, zoneId) },
})

/** Builds the row filter from the URL. Search text is ignored for a report without a search field. */
function toRowFilter({ q, by, value }: ReportsSearchProps['search'], isSearched: boolean): RowFilter {
  const searchText = isSearched ? q?.trim() : ''
  return {
    ...(searchText && { search: searchText }),
    ...(by !== undefined && value !== undefined && { bar: { column: by, value } }),
  }
}

type RequestedReportProps = Props & Pick<Parameters<typeof ReportFilters>[0], 'kind' | 'span' | 'today'>

function RequestedReport({ reach, zone, slots, kind, span, today, ...address }: RequestedReportProps) {
  const { search, onSearch } = address
  const isOwn = reach === 'mine'
  const isSearched = !isOwn && searchLabels[kind] !== undefined
  const params = toParams()
  const query = useReport(params)
  const shownData = hidesReport(query.error) ? undefined : query.data
  const report = useMemo(() => (shownData && isOwn ? toOwnReport(shownData) : shownData), [shownData, isOwn])

  function toParams(): ReportParams {
    if (isOwn) return { of: 'mine', kind: 'attendance', ...span }
    if (!zone) return { of: 'all', kind, ...span }
    const { group, person } = search
    return {
      of: 'zone',
      zoneId: zone.id,
      kind,
      ...span,
      ...(group && { groupId: group }),
      ...(person && { userId: person }),
    }
  }

  function findRequestedDay(): ReportRow | undefined {
    const { person: userId } = search
    if (!zone || !userId || kind !== 'attendance' || !report || span.from !== span.to) return undefined
    const day = span.from
    const cells = report.document.columns.map(column => (column.kind === 'day' ? day : null))
    return {
      ...{ key: dayRowKey(day, userId, zone.id), cells, day },
      ...{ zoneId: zone.id, userId, measured: null },
    }
  }

  const week = lastWeek(today)
  const isLastWeek = span.from === week.span.from && span.to === week.span.to
  const lastWeekButton = !isLastWeek && (reach === 'all' || reach === 'zone') && (
    <Button variant="default" onClick={() => onSearch({ ...clearedRowSearch, ...week.span })}>
      {week.label}
    </Button>
  )
  return (
    <>
      <ReportFailure
        zone={zone}
        query={query}
        shorter={lastWeekButton}
        onClear={readFilters(address, 'group', 'person').clear}
      />
      {query.isPending && <ReportSkeleton />}
      {report && (
        <AgeGrey stale={query.isError}>
          <div className={classes.report} aria-busy={query.isPlaceholderData}>
            <ReportBody
              // Remounts for another report, because open rows and typed text belong to one report.
              key={JSON.stringify([report.document.kind, report.document.subject])}
              {...address}
              report={report}
              isOwn={isOwn}
              download={
                !query.isPlaceholderData &&
                slots.download?.({ question: params, report, filter: toRowFilter(search, isSearched) })
              }
              ofRow={slots.ofRow}
              requestedRow={findRequestedDay()}
              empty={<ReportEmpty {...address} {...{ reach, span, today }} ofOne={zone !== undefined} />}
            />
          </div>
        </AgeGrey>
      )}
    </>
  )
}

/** Returns the reader's own report without the name column, which would be the same in each row. */
function toOwnReport(report: Report): Report {
  const { columns, rows } = report.document
  const nameIndex = columns.findIndex(({ key }) => key === 'name')
  if (nameIndex < 0) return report
  return {
    ...report,
    document: {
      ...report.document,
      columns: columns.toSpliced(nameIndex, 1),
      rows: rows.map(row => row.toSpliced(nameIndex, 1)),
    },
  }
}
