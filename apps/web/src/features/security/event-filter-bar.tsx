import { plural, t } from '@lingui/core/macro'
import { Collapse, SimpleGrid, TextInput } from '@mantine/core'
import { maxCsvRows } from '@muster/contract/csv-file.ts'
import { securityEventTypes } from '@muster/domain/security-event.ts'
import { severities } from '@muster/domain/severity.ts'
import { IconAdjustmentsHorizontal, IconDownload, IconFilterOff } from '@tabler/icons-react'
import { useState } from 'react'
import { api } from '../../lib/api.ts'
import { toDateTimeLocalValue } from '../../lib/local-field.ts'
import { Button } from '../../ui/button.tsx'
import { SearchField } from '../../ui/forms/search-field.tsx'
import { Select } from '../../ui/forms/select.tsx'
import { useCsvDownload } from '../../ui/forms/use-csv-download.ts'
import { useIsWideScreen } from '../../ui/layout/use-screen.ts'
import { eventName } from './event-names.ts'
import { PersonFilter } from './person-filter.tsx'
import { countFilters, type EventFilters, parseInstant, toServerFilter } from './security-search.ts'
import { severityNames } from './severity-tag.tsx'
import type { FoundPerson } from './use-find-person.ts'

type Props = {
  filters: EventFilters
  onChange: (changes: EventFilters) => void
  onClear: () => void
  personName: string | undefined
  onFind: (person: FoundPerson) => void
  /** The event types in the loaded rows, which may include types the product does not know. */
  types: readonly string[]
}

/** Search and filters of the log. On small screens the filters are behind a button. */
export function EventFilterBar({ filters, onChange, onClear, personName, onFind, types }: Props) {
  const isWide = useIsWideScreen()
  const count = countFilters(filters)
  const behind = count - (filters.q === undefined ? 0 : 1)
  const [opened, setOpened] = useState(false)
  const isReversed = filters.from !== undefined && filters.to !== undefined && filters.to <= filters.from
  const typeOptions = [...new Set([...securityEventTypes, ...types, ...(filters.type ? [filters.type] : [])])]

  // In the bar, the fields have placeholders instead of labels; behind the button they have labels like the other filters.
  const toLabelProps = (name: string) => (isWide ? { 'aria-label': name } : { label: name })
  const kindFields = (
    <>
      <Select
        {...toLabelProps(t`Type`)}
        flex="0 1 220px"
        placeholder={t`All types`}
        searchable
        clearable
        nothingFoundMessage={t`No results`}
        data={typeOptions.map(value => ({ value, label: eventName(value) }))}
        value={filters.type ?? null}
        onChange={value => onChange({ type: value ?? undefined })}
        clearButtonProps={{ 'aria-label': t`All types` }}
      />
      <Select
        {...toLabelProps(t`Severity`)}
        flex="0 1 160px"
        placeholder={t`All severities`}
        clearable
        data={severities.map(value => ({ value, label: severityNames[value] }))}
        value={filters.severity ?? null}
        onChange={value => onChange({ severity: severities.find(severity => severity === value) })}
        clearButtonProps={{ 'aria-label': t`All severities` }}
      />
    </>
  )
  const fields = (
    <SimpleGrid minColWidth="min(100%, 212px)" spacing="sm">
      {!isWide && kindFields}
      <PersonFilter
        user={filters.user}
        name={personName}
        onFind={onFind}
        onClear={() => onChange({ user: undefined })}
      />
      <TextInput
        label={t`From`}
        type="datetime-local"
        value={toDateTimeLocalValue(filters.from)}
        onChange={event => onChange({ from: parseInstant(event.currentTarget.value) })}
      />
      <TextInput
        label={t`To`}
        type="datetime-local"
        value={toDateTimeLocalValue(filters.to)}
        onChange={event => onChange({ to: parseInstant(event.currentTarget.value) })}
        error={isReversed && t`“To” must be later than “From”`}
      />
      {count > 0 && (
        <Button
          mt={25}
          style={{ justifySelf: 'start' }}
          variant="default"
          icon={IconFilterOff}
          onClick={onClear}
        >
          {t`Clear filters`}
        </Button>
      )}
    </SimpleGrid>
  )

  return (
    <>
      <search className="toolbar" aria-label={t`Security events`}>
        <SearchField
          label={t`Search type and description`}
          value={filters.q ?? ''}
          onChange={q => onChange({ q: q || undefined })}
        />
        {isWide && kindFields}
        {!isWide && (
          <Button
            variant="default"
            icon={IconAdjustmentsHorizontal}
            aria-expanded={opened}
            onClick={() => setOpened(!opened)}
          >
            {behind > 0 ? t`Filters (${behind})` : t`Filters`}
          </Button>
        )}
        <DownloadEvents filters={filters} />
      </search>
      {isWide ? fields : <Collapse expanded={opened}>{fields}</Collapse>}
    </>
  )
}

/** Downloads the filtered events as a CSV file, under the file name from the server. */
function DownloadEvents({ filters }: { filters: EventFilters }) {
  const downloadAction = useCsvDownload({
    call: () => api.security.eventsCsv(toServerFilter(filters)),
    done: ({ rows, fileName }) =>
      rows < maxCsvRows
        ? t`${plural(rows, { one: '# event', other: '# events' })} in ${fileName}.`
        : t`The newest ${plural(rows, { one: '# event', other: '# events' })} in ${fileName}. For older events, set an earlier “To” date.`,
    failed: t`The events couldn’t be exported. Try again.`,
  })
  return (
    <Button
      variant="default"
      icon={IconDownload}
      disabled={downloadAction.isPending}
      onClick={() => downloadAction.mutate()}
    >
      {downloadAction.isPending ? t`Preparing…` : t`Download CSV`}
    </Button>
  )
}
