import { Button } from '@mantine/core'
import type { MyZone } from '@muster/contract/zones.ts'
import { IconPrinter } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { orpc } from '../../lib/api.ts'
import { AgeGrey } from '../../ui/live/age-grey.tsx'
import { ReportBody } from './report-body.tsx'
import { ReportFailure } from './report-failure.tsx'
import { ReportFilters } from './report-filters.tsx'
import { lastMonth, namedSpans, type Reach, spanFor } from './report-reach.ts'
import { ReportSkeleton } from './report-skeleton.tsx'
import classes from './reports.module.css'
import { ofOtherRows, type ReportsAddress } from './reports-search.ts'
import type { ReportSlots } from './slots.ts'
import { usePrinting } from './use-printing.ts'
import { type ReportQuestion, useReport } from './use-report.ts'

type Props = ReportsAddress & {
  reach: Reach
  /** The zone it is about; undefined for all of them, or for none. */
  zone: MyZone | undefined
  slots: ReportSlots
}

/** The report itself, once it is known which day it is on its calendar. */
export function ReportPanel(props: Props) {
  const { zone } = props
  const calendar = useQuery(orpc.reports.calendar.queryOptions({ input: zone ? { zoneId: zone.id } : {} }))
  if (calendar.isPending) return <ReportSkeleton />
  if (!calendar.data) return <ReportFailure zone={zone} query={calendar} />
  return <AskedReport {...props} today={calendar.data.today} />
}

function AskedReport({ reach, zone, slots, today, ...address }: Props & { today: string }) {
  const { search, onSearch } = address
  const span = spanFor(reach, search, today)
  const kind = search.kind ?? 'attendance'
  const question = questionOf()
  const query = useReport(question)
  const { printing, print } = usePrinting()
  const report = query.data

  function questionOf(): ReportQuestion {
    if (reach === 'mine') return { of: 'mine', kind: 'attendance', ...span }
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

  const ask = (label: string, next: { from: string; to: string }) => (
    <Button variant="default" onClick={() => onSearch({ ...ofOtherRows, ...next })}>
      {label}
    </Button>
  )
  const [week] = namedSpans(today)
  const isWeek = span.from === week?.span.from && span.to === week.span.to
  const shorter = week && !isWeek && (reach === 'all' || reach === 'zone') && ask(week.label, week.span)
  const before = reach !== 'mine' && ask('Last month', lastMonth(today))
  return (
    <>
      <ReportFilters {...address} {...{ reach, kind, span, today, zone }} />
      {zone && slots.above?.(zone)}
      <ReportFailure zone={zone} query={query} shorter={shorter} />
      {query.isPending && <ReportSkeleton />}
      {report && (
        <AgeGrey stale={query.isError}>
          <div className={classes.report} aria-busy={query.isPlaceholderData}>
            <ReportBody
              // Rows that are open, and what is typed, are of one report.
              key={JSON.stringify([report.document.kind, report.document.subject])}
              {...address}
              report={report}
              printing={printing}
              actions={
                <>
                  <Button
                    variant="default"
                    leftSection={<IconPrinter size="1.125rem" aria-hidden />}
                    onClick={print}
                  >
                    Print
                  </Button>
                  {!query.isPlaceholderData && slots.download?.({ question, report })}
                </>
              }
              ofRow={slots.ofRow}
              emptyStep={before}
            />
          </div>
        </AgeGrey>
      )}
    </>
  )
}
