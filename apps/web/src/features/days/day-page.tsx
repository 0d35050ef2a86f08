import { t } from '@lingui/core/macro'
import { useCallback, useState } from 'react'
import { useMe } from '../../lib/session/use-session.ts'
import type { DaySearch } from './day-search.ts'
import { PersonDay } from './person-day.tsx'
import { ZoneOfDay } from './zone-of-day.tsx'

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
