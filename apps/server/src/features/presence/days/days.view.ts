import type {
  DayReading,
  DayShift,
  DayVisit,
  ZoneDayPlace,
  ZoneDayVisit,
} from '@muster/contract/presence-days.ts'
import type { PlannedShift } from '../../shifts/index.ts'
import { isMockVisit, personView } from '../presence.view.ts'
import type { DayReadingRow } from './days.queries.ts'
import type { ZoneDayPlaceRow, ZoneDayVisitRow } from './zone-day.queries.ts'

export const dayReadingView = (row: DayReadingRow & { readonly at: number }): DayReading => ({
  at: new Date(row.at).toISOString(),
  lat: row.latitude,
  lng: row.longitude,
  accuracyMeters: row.accuracy_meters,
  inside: row.inside,
  source: row.source,
  mock: row.mock,
  vague: row.vague,
})

export const dayVisitView = (row: { entry_time: Date; exit_time: Date | null }): DayVisit => ({
  entryTime: row.entry_time.toISOString(),
  exitTime: row.exit_time?.toISOString() ?? null,
})

export const zoneDayVisitView = (row: ZoneDayVisitRow): ZoneDayVisit => ({
  id: row.id,
  ...personView(row),
  ...dayVisitView(row),
  lastSeen: row.last_seen?.toISOString() ?? null,
  source: row.tracking_source,
  mock: isMockVisit(row),
})

export function zoneDayPlaceView(row: ZoneDayPlaceRow): ZoneDayPlace {
  const { userId, name } = personView(row)
  return {
    userId,
    name,
    at: row.at.toISOString(),
    lat: row.latitude,
    lng: row.longitude,
    accuracyMeters: row.accuracy_meters,
    mock: row.mock ?? false,
  }
}

export const dayShiftView = ({ starts_at, ends_at }: PlannedShift): DayShift => ({
  from: starts_at.toISOString(),
  to: ends_at.toISOString(),
})
