import { t } from '@lingui/core/macro'
import { Button } from '@mantine/core'
import type { DaySpan } from '@muster/domain/report-span.ts'
import { IconReportOff } from '@tabler/icons-react'
import { readFilters } from '../../lib/search-props.ts'
import { EmptyState } from '../../ui/states/empty-state.tsx'
import { FilteredEmpty } from '../../ui/states/filtered-empty.tsx'
import { lastMonth, type Reach } from './report-reach.ts'
import { clearedRowSearch, type ReportsSearchProps } from './reports-search.ts'

type Props = ReportsSearchProps & {
  reach: Reach
  span: DaySpan
  today: string
  /** True if the report is about a single zone. */
  ofOne: boolean
}

/** Offers to clear the filters. Without any, offers last month, unless it is shown or the reader sees only a fortnight. */
export function ReportEmpty({ reach, span, today, ofOne, ...address }: Props) {
  const filters = readFilters(address, 'group', 'person')
  if (ofOne && filters.isSet)
    return <FilteredEmpty text={t`No records on these days match this filter.`} onClear={filters.clear} />
  const previousMonth = lastMonth(today)
  const showsPreviousMonth = span.from === previousMonth.from && span.to === previousMonth.to
  return (
    <EmptyState
      icon={IconReportOff}
      title={reach === 'mine' ? t`You have no records on these days` : t`No records on these days`}
      text={ofOne && reach !== 'zone' ? t`Try different days or another zone.` : t`Try different days.`}
    >
      {reach !== 'mine' && !showsPreviousMonth && (
        <Button
          variant="default"
          onClick={() =>
            address.onSearch({ ...clearedRowSearch, from: previousMonth.from, to: previousMonth.to })
          }
        >
          {t`Last month`}
        </Button>
      )}
    </EmptyState>
  )
}
