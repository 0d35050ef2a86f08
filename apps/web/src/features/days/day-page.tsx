import { t } from '@lingui/core/macro'
import type { Zone } from '@muster/contract/zones.ts'
import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useCallback, useState } from 'react'
import { orpc } from '../../lib/api.ts'
import { isNotFound } from '../../lib/error-text.ts'
import { isoDay } from '../../lib/iso-day.ts'
import { useSelectedZone } from '../../lib/session/use-selected-zone.ts'
import { useMe } from '../../lib/session/use-session.ts'
import { Page } from '../../ui/layout/page.tsx'
import { PickZone } from '../../ui/pick-zone.tsx'
import { ErrorState } from '../../ui/states/error-state.tsx'
import { NotAllowed } from '../../ui/states/not-allowed.tsx'
import { ListSkeleton } from '../../ui/states/skeletons.tsx'
import { useNow } from '../../ui/time/use-now.ts'
import { useZoneRights } from '../presence/public.ts'
import { DatePicker } from './date-picker.tsx'
import type { DaySearch } from './day-search.ts'
import { PersonDay } from './person-day.tsx'
import { ZoneDay } from './zone-day.tsx'

type Props = { search: DaySearch; onSearch: (changes: DaySearch) => void }

/** A day on the map: one person's readings in one zone, by default the user's own. */
export function DayPage({ search, onSearch }: Props) {
  const { userId } = useMe()
  const person = search.user?.toLowerCase() ?? userId
  const isSelf = person === userId
  const [shownPerson, setShownPerson] = useState<{ id: string; name: string }>()
  const setName = useCallback((name: string) => setShownPerson({ id: person, name }), [person])
  const name = shownPerson?.id === person ? shownPerson.name : undefined
  return (
    <ZoneOfDay
      title={isSelf ? t`My day` : (name ?? t`Day on the map`)}
      detail={isSelf || name === undefined ? undefined : t`Day on the map`}
      search={search}
      onSearch={onSearch}
    >
      {(zone, { date, isToday }) => (
        <PersonDay
          key={`${zone.id} ${person} ${date}`}
          zone={zone}
          userId={person}
          isSelf={isSelf}
          date={date}
          isToday={isToday}
          onName={setName}
        />
      )}
    </ZoneOfDay>
  )
}

export function ZoneDayPage({ search, onSearch }: Props) {
  const rightsIn = useZoneRights()
  return (
    <ZoneOfDay title={t`Visits on a day`} search={search} onSearch={onSearch}>
      {(zone, day) => (
        <ZoneDay key={`${zone.id} ${day.date}`} zone={zone} tracks={rightsIn(zone.id).tracks} {...day} />
      )}
    </ZoneOfDay>
  )
}

type FrameProps = Props & {
  title: string
  /** Describes the content of the page if its title does not. */
  detail?: string | undefined
  children: (zone: Zone, day: { date: string; isToday: boolean }) => ReactNode
}

/** The page of a zone's day. The zone defaults to the selected one, and the day to today. */
function ZoneOfDay({ title, detail, search, onSearch, children }: FrameProps) {
  const { zone: selectedZone } = useSelectedZone()
  const zoneId = search.zone ?? selectedZone?.id
  const zone = useQuery({
    ...orpc.zones.get.queryOptions({ input: { zoneId: zoneId ?? '' } }),
    enabled: zoneId !== undefined,
  })
  const today = isoDay(new Date(useNow()))
  const date = search.date && search.date < today ? search.date : today

  if (zoneId === undefined) {
    return (
      <Page title={title}>
        <PickZone onPick={id => onSearch({ zone: id })} />
      </Page>
    )
  }
  return (
    <Page
      title={title}
      subtitle={
        zone.data && (
          <>
            {detail && `${detail} · `}
            <span dir="auto">{zone.data.name}</span>
          </>
        )
      }
      secondary={
        <DatePicker date={date} today={today} onChange={pickedDate => onSearch({ date: pickedDate })} />
      }
    >
      {zone.isPending && <ListSkeleton count={3} />}
      {zone.isError &&
        (isNotFound(zone.error) ? (
          <NotAllowed />
        ) : (
          <ErrorState title={t`Failed to load zone details`} query={zone} />
        ))}
      {zone.data && children(zone.data, { date, isToday: date === today })}
    </Page>
  )
}
