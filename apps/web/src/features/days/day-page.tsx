import { useQuery } from '@tanstack/react-query'
import { orpc } from '../../lib/api.ts'
import { hasCode, isRefusal } from '../../lib/error-text.ts'
import { isoDay } from '../../lib/format-time.ts'
import { useSelectedZone } from '../../lib/session/use-selected-zone.ts'
import { useMe } from '../../lib/session/use-session.ts'
import { Page } from '../../ui/layout/page.tsx'
import { ErrorState } from '../../ui/states/error-state.tsx'
import { NotAllowed } from '../../ui/states/not-allowed.tsx'
import { ListSkeleton } from '../../ui/states/skeletons.tsx'
import { PickZone } from '../users/public.ts'
import { DatePicker } from './date-picker.tsx'
import type { DaySearch } from './day-search.ts'
import { PersonDay } from './person-day.tsx'

type Props = { search: DaySearch; onSearch: (changes: DaySearch) => void }

/** A day on the map: the readings of one person in one zone. Without a person one's own, without a date today. */
export function DayPage({ search, onSearch }: Props) {
  const { userId } = useMe()
  const { zone: selected, availableZones } = useSelectedZone()
  const zoneId = search.zone ?? selected?.id
  const zone = useQuery({
    ...orpc.zones.get.queryOptions({ input: { zoneId: zoneId ?? '' } }),
    enabled: zoneId !== undefined,
  })
  const today = isoDay(new Date())
  const date = search.date && search.date < today ? search.date : today
  const person = search.user?.toLowerCase() ?? userId
  const title = person === userId ? 'My day' : 'Day on the map'

  if (zoneId === undefined) {
    return (
      <Page title={title}>
        <PickZone zones={availableZones} onPick={id => onSearch({ zone: id })} />
      </Page>
    )
  }
  return (
    <Page
      title={title}
      subtitle={zone.data && <span dir="auto">{zone.data.name}</span>}
      secondary={<DatePicker date={date} today={today} onChange={next => onSearch({ date: next })} />}
    >
      {zone.isPending && <ListSkeleton count={3} />}
      {zone.isError &&
        (isRefusal(zone.error) || hasCode(zone.error, 'FORBIDDEN') ? (
          <NotAllowed />
        ) : (
          <ErrorState
            title="Failed to load zone details"
            onRetry={() => void zone.refetch()}
            retrying={zone.isFetching}
          />
        ))}
      {zone.data && (
        <PersonDay
          key={`${zone.data.id} ${person} ${date}`}
          zone={zone.data}
          userId={person}
          isSelf={person === userId}
          date={date}
        />
      )}
    </Page>
  )
}
