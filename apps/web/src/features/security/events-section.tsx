import { plural, t } from '@lingui/core/macro'
import { Text, UnstyledButton } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import type { SecurityEvent } from '@muster/contract/security.ts'
import { IconListSearch } from '@tabler/icons-react'
import { useState } from 'react'
import { formatCount } from '../../lib/format-count.ts'
import { DetailDrawer } from '../../ui/dialogs/detail-drawer.tsx'
import { useOpensDetails } from '../../ui/dialogs/detail-rows.ts'
import { LoadMore } from '../../ui/layout/load-more.tsx'
import { AgeGrey } from '../../ui/live/age-grey.tsx'
import { EmptyState } from '../../ui/states/empty-state.tsx'
import { FilteredEmpty } from '../../ui/states/filtered-empty.tsx'
import { Loaded } from '../../ui/states/loaded.tsx'
import { RelativeTime } from '../../ui/time/relative-time.tsx'
import { EventDetails } from './event-details.tsx'
import { EventFilterBar } from './event-filter-bar.tsx'
import { eventName } from './event-names.ts'
import { formatPeople, formatZones, personText } from './event-words.ts'
import classes from './security.module.css'
import { countFilters, type EventFilters, noFilters, type SecuritySearch } from './security-search.ts'
import { SeverityTag } from './severity-tag.tsx'
import type { Dashboard } from './use-dashboard.ts'
import type { FoundPerson } from './use-find-person.ts'
import { useSecurityEvent, useSecurityEvents } from './use-security-events.ts'

type Props = {
  search: SecuritySearch
  onSearch: (changes: SecuritySearch, options?: { replace?: boolean }) => void
  dashboard: Dashboard | undefined
}

const noEvents: SecurityEvent[] = []

export function EventsSection({ search, onSearch, dashboard }: Props) {
  const { type, severity, user, q, from, to } = search
  const filters: EventFilters = { type, severity, user, q, from, to }
  // Typing changes the URL immediately, but the request is debounced.
  const [settledJson] = useDebouncedValue(JSON.stringify(filters), 300)
  const settledFilters = JSON.parse(settledJson) as EventFilters
  const list = useSecurityEvents(settledFilters)
  const { query, failed: loadFailed } = list
  const rows = list.rows ?? noEvents
  const openedEvent = useSecurityEvent(search.event, rows)
  const [foundPeople, setFoundPeople] = useState<FoundPerson[]>([])
  const namesById = collectNames(rows, dashboard, foundPeople)
  const isFiltered = countFilters(filters) > 0
  const clear = () => onSearch(noFilters, { replace: true })
  const setFilters = (changes: EventFilters) => onSearch(changes, { replace: true })
  const showOnly = (changes: EventFilters) => onSearch({ ...noFilters, event: undefined, ...changes })
  const isChanging = query.isPlaceholderData || settledJson !== JSON.stringify(filters)

  return (
    <>
      <EventFilterBar
        filters={filters}
        onChange={setFilters}
        onClear={clear}
        personName={user && namesById.get(user)}
        types={rows.map(row => row.type)}
        onFind={person => {
          setFoundPeople(previous => [...previous, person])
          setFilters({ user: person.id })
        }}
      />
      <Loaded list={list} failure={t`Failed to load events`} skeleton={8} />
      {list.rows?.length === 0 && !isChanging && !loadFailed && (
        <NoEvents filtered={countFilters(settledFilters) > 0} onClear={clear} />
      )}
      {rows.length > 0 && (
        <AgeGrey stale={loadFailed}>
          <ol
            className={classes.rows}
            aria-label={t`Security events, newest first`}
            aria-busy={isChanging}
            data-changing={isChanging || undefined}
          >
            {rows.map(event => (
              <EventRow
                key={event.number}
                event={event}
                isOpen={event.number === search.event}
                // Switching to another event adds no history entry.
                onOpen={() => onSearch({ event: event.number }, { replace: search.event !== undefined })}
              />
            ))}
          </ol>
        </AgeGrey>
      )}
      {rows.length > 0 && (
        <LoadMore
          list={list}
          describeCount={count => t`${plural(count, { one: '# more event', other: '# more events' })}`}
          failure={t`Couldn’t load more events. Check your connection and try again.`}
        >
          {list.complete
            ? isFiltered
              ? t`Showing all ${plural({ count: rows.length }, { one: '# matching event', other: '# matching events' })}`
              : t`Showing all ${plural({ count: rows.length }, { one: '# event', other: '# events' })}`
            : t`Showing the newest ${plural({ count: rows.length }, { one: '# event', other: '# events' })}`}
        </LoadMore>
      )}
      <DetailDrawer
        opened={search.event !== undefined}
        onClose={() => onSearch({ event: undefined }, { replace: true })}
        title={search.event === undefined ? t`Event` : t`Event #${{ number: formatCount(search.event) }}`}
        of={search.event?.toString()}
      >
        {search.event !== undefined && (
          <EventDetails
            number={search.event}
            event={openedEvent.event}
            query={openedEvent.query}
            onShowPerson={id => showOnly({ user: id })}
            onShowType={eventType => showOnly({ type: eventType })}
          />
        )}
      </DetailDrawer>
    </>
  )
}

function NoEvents({ filtered, onClear }: { filtered: boolean; onClear: () => void }) {
  if (filtered) return <FilteredEmpty title={t`No events match`} onClear={onClear} />
  return (
    <EmptyState
      icon={IconListSearch}
      title={t`No events yet`}
      text={t`Sign-ins, wrong PINs, location views and administrators’ actions appear here as they happen.`}
    />
  )
}

/** Emails where no name is known. The page needs this, because the URL contains only an id. */
function collectNames(
  rows: readonly SecurityEvent[],
  dashboard: Dashboard | undefined,
  foundPeople: readonly FoundPerson[],
): Map<string, string> {
  const namesById = new Map(foundPeople.map(({ id, email }) => [id, email]))
  for (const { userId, name, email } of dashboard?.suspiciousAccounts ?? [])
    namesById.set(userId, name || email)
  for (const { actor, affected } of rows) {
    for (const person of [actor, affected]) if (person?.name) namesById.set(person.id, personText(person))
  }
  return namesById
}

type EventRowProps = { event: SecurityEvent; isOpen: boolean; onOpen: () => void }

function EventRow({ event, isOpen, onOpen }: EventRowProps) {
  const rowProps = useOpensDetails(isOpen)
  const aboutText = [formatPeople(event), formatZones(event)].filter(Boolean).join(' · ')
  return (
    <li className={classes.item}>
      <UnstyledButton type="button" className={classes.event} fz="sm" onClick={onOpen} {...rowProps}>
        <span className={classes.when}>
          <RelativeTime at={event.createdAt} form="clock" />
        </span>
        <span className={classes.what}>
          <Text span inherit fw={600}>
            {eventName(event.type)}
          </Text>
          <Text span lineClamp={2} c="dimmed">
            <span lang="en">{event.description}</span>
          </Text>
        </span>
        <span className={classes.who}>{aboutText}</span>
        <span className={classes.severity}>
          <SeverityTag severity={event.severity} />
        </span>
      </UnstyledButton>
    </li>
  )
}
