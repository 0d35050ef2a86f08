import { t } from '@lingui/core/macro'
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
  return (
    <ZoneOfDay title={isSelf ? t`My day` : t`Day on the map`} search={search} onSearch={onSearch}>
      {(zone, { date, isToday }) => (
        <PersonDay
          key={`${zone.id} ${person} ${date}`}
          zone={zone}
          userId={person}
          isSelf={isSelf}
          date={date}
          isToday={isToday}
        />
      )}
    </ZoneOfDay>
  )
}
