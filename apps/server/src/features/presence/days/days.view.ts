import type { DayReading, DayVisit } from '@muster/contract/presence-days.ts'
import type { DayReadingRow } from './days.queries.ts'

export const dayReadingView = (row: DayReadingRow & { readonly at: number }): DayReading => ({
  at: new Date(row.at).toISOString(),
  lat: row.latitude,
  lng: row.longitude,
  accuracyMeters: row.accuracy_meters,
  inside: row.inside,
  source: row.source,
  mock: row.mock,
})

export const dayVisitView = (row: { entry_time: Date; exit_time: Date | null }): DayVisit => ({
  entryTime: row.entry_time.toISOString(),
  exitTime: row.exit_time?.toISOString() ?? null,
})
