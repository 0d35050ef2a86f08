import { t } from '@lingui/core/macro'
import { Flex, SegmentedControl, SimpleGrid } from '@mantine/core'
import type { MyZone } from '@muster/contract/zones.ts'
import { limits } from '@muster/domain/limits.ts'
import { type ReportKind, reportKinds } from '@muster/domain/report.ts'
import type { DaySpan } from '@muster/domain/report-span.ts'
import { useQuery } from '@tanstack/react-query'
import { orpc } from '../../lib/api.ts'
import { Select } from '../../ui/forms/select.tsx'
import { useIsPhone } from '../../ui/layout/use-screen.ts'
import { ZoneSelect } from '../../ui/pick-zone.tsx'
import { FortnightFilter, MonthFilter, SpanFilter } from './days-filter.tsx'
import type { Reach } from './report-reach.ts'
import { kindLabels, subjectLabels } from './report-words.ts'
import { clearedRowSearch, type ReportsSearchProps } from './reports-search.ts'
import { GroupFilter, PersonFilter } from './subject-filters.tsx'

type Props = ReportsSearchProps & {
  reach: Reach
  kind: ReportKind
  span: DaySpan
  today: string
  /** The zone of the report; undefined for all zones. */
  zone: MyZone | undefined
}

/** The filters of a report that the reader's `reach` allows: kind, zone, days, group and person. */
export function ReportFilters({ reach, kind, span, today, zone, search, onSearch }: Props) {
  const settingsQuery = useQuery({ ...orpc.auth.settings.queryOptions(), enabled: reach === 'months' })
  const changeSearch = (changes: typeof search) =>
    onSearch({ ...clearedRowSearch, ...changes }, { replace: true })
  // Groups and people belong to a zone, so their filters are cleared with it.
  const pickZone = (id: string | undefined) => changeSearch({ zone: id, group: undefined, person: undefined })
  const labels = subjectLabels[kind]
  const daysProps = { span, today, onChange: changeSearch }
  return (
    <Flex
      component="search"
      direction="column"
      align={{ base: 'stretch', sm: 'flex-start' }}
      gap="sm"
      aria-label={t`Report filters`}
      data-no-print
    >
      {reach !== 'mine' && (
        <KindFilter
          kind={kind}
          onChange={next => changeSearch({ kind: next, sort: undefined, q: undefined })}
        />
      )}
      <SimpleGrid minColWidth="min(14rem, 50% - 6px)" spacing="sm" w="100%">
        {(reach === 'all' || reach === 'months') && (
          <ZoneSelect
            label={t`Zone`}
            w="100%"
            zone={zone}
            onPick={({ id }) => pickZone(id)}
            onPickAll={() => pickZone(undefined)}
          />
        )}
        {reach === 'mine' && <FortnightFilter {...daysProps} />}
        {reach === 'months' && (
          <MonthFilter
            {...daysProps}
            retentionDays={settingsQuery.data?.retentionDays ?? limits.retentionDays}
          />
        )}
        {(reach === 'all' || reach === 'zone') && <SpanFilter {...daysProps} />}
        {zone && (
          <>
            <GroupFilter
              key={`group-${zone.id}`}
              label={labels.group}
              zoneId={zone.id}
              chosen={search.group}
              onPick={group => changeSearch({ group })}
            />
            <PersonFilter
              key={`person-${zone.id}`}
              label={labels.person}
              zoneId={zone.id}
              chosen={search.person}
              onPick={person => changeSearch({ person })}
            />
          </>
        )}
      </SimpleGrid>
    </Flex>
  )
}

const options = reportKinds.map(value => ({ value, label: kindLabels[value] }))

type KindFilterProps = { kind: ReportKind; onChange: (kind: ReportKind) => void }

/** Selects the kind of report, from a menu on phones, where four names do not fit side by side. */
function KindFilter({ kind, onChange }: KindFilterProps) {
  const isPhone = useIsPhone()
  const changeKind = (value: string | null) => {
    const chosenKind = reportKinds.find(reportKind => reportKind === value)
    if (chosenKind) onChange(chosenKind)
  }
  return isPhone ? (
    <Select label={t`Report`} data={options} value={kind} onChange={changeKind} allowDeselect={false} />
  ) : (
    <SegmentedControl aria-label={t`Report`} data={options} value={kind} onChange={changeKind} />
  )
}
