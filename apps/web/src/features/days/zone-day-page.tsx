import { t } from '@lingui/core/macro'
import { useZoneRights } from '../presence/public.ts'
import type { DaySearch } from './day-search.ts'
import { ZoneDay } from './zone-day.tsx'
import { ZoneOfDay } from './zone-of-day.tsx'

type Props = { search: DaySearch; onSearch: (changes: DaySearch) => void }

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
