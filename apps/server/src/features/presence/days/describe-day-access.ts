import type { Access } from '../../security/index.ts'
import type { Span } from './days.queries.ts'

/** Time in milliseconds during which repeated views of a day count as one. */
export const dayViewWindowMs = 60 * 60_000
/**
 * Width of the buckets (ms) to which the midpoints of viewed spans are rounded down. Without buckets, a span shifted by a
 * millisecond would count as another day with its own log entry.
 */
const VIEW_BUCKET_MS = 60 * 60_000

/** One person's positions, only their visits if positions are withheld, everybody's positions inside, and all visits. */
const logEntriesByKind = {
  person_day: ['location_access', 'Looked at where a member was on a day.'],
  person_day_visits: ['data_access', 'Looked at the visits of a member on a day.'],
  zone_day_places: ['location_access', 'Looked at where the people of a zone were on a day.'],
  zone_day: ['data_access', 'Looked at the visits of a zone on a day.'],
} as const

type DayAccess = {
  readonly kind: keyof typeof logEntriesByKind
  readonly zoneId: string
  /** The id of the person viewed; null for everybody in the zone. */
  readonly of: string | null
  readonly span: Span
}
/** Describes the access to a day's data; `day` identifies the day by the hour of its midpoint. */
export function describeDayAccess({ kind, zoneId, of, span }: DayAccess): Access {
  const middle = (span.from.getTime() + span.to.getTime()) / 2
  const day = new Date(Math.floor(middle / VIEW_BUCKET_MS) * VIEW_BUCKET_MS).toISOString()
  const [type, description] = logEntriesByKind[kind]
  return { type, description, of, metadata: { accessType: kind, zoneId, day } }
}
