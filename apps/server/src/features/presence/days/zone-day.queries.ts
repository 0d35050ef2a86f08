import { limits } from '@muster/domain/limits.ts'
import type { TrackingSource } from '@muster/domain/presence.ts'
import { type RawBuilder, sql } from 'kysely'
import type { Tx } from '../../../db/database.ts'
import { many, one } from '../../../db/rows.ts'
import type { PageOf } from '../../../rpc/paging.ts'
import {
  hasStateInZone,
  joinVisitPeople,
  lastSeenInVisit,
  personColumns,
  type VisitPersonRow,
} from '../visit-people.sql.ts'
import { isVague, type Span } from './days.queries.ts'

/** The position of a visit in a list ordered by start, then by id. */
export type ZoneDayCursor = { readonly at: string; readonly id: string }

export type ZoneDayVisitRow = VisitPersonRow & {
  id: string
  at_exact: string
  entry_time: Date
  exit_time: Date | null
  last_seen: Date | null
  tracking_source: TrackingSource
  entry_mock: boolean | null
  exit_mock: boolean | null
}
export type ZoneDayPlaceRow = VisitPersonRow & {
  at: Date
  latitude: number
  longitude: number
  accuracy_meters: number | null
  mock: boolean | null
}

/**
 * Each once: begun on the day (`startFilter`) and with `includesEarlier` earlier ones that ended on or after it or are open.
 * Indexes: presence_history_zone, presence_history_left, presence_history_long, presence_tracking_inside.
 */
const selectOverlappingVisits = (
  zoneId: string,
  { from, to }: Span,
  startFilter: RawBuilder<unknown>,
  includesEarlier: boolean,
) => {
  const startedOnDay = sql`(select h.* from presence_history h
    where h.zone_id = ${zoneId} and h.entry_time >= ${from} and h.entry_time < ${to} and ${hasStateInZone} ${startFilter})`
  if (!includesEarlier) return startedOnDay
  return sql`(${startedOnDay}
    union all select h.* from presence_history h
      where h.zone_id = ${zoneId} and h.exit_time > ${from} and h.exit_time <= ${to} and h.entry_time < ${from} and ${hasStateInZone}
    union all select h.* from presence_history h
      where h.zone_id = ${zoneId} and h.exit_time > ${to} and h.exit_time - h.entry_time >= interval '23 hours'
        and h.entry_time < ${from} and ${hasStateInZone}
    union all select h.* from presence_tracking p
      join presence_history h on h.user_id = p.user_id and h.zone_id = p.zone_id and h.exit_time is null
      where p.zone_id = ${zoneId} and p.is_inside_zone and p.entry_time < ${from} and h.entry_time < ${from})`
}

/** True for a day that lies entirely before the retention period. */
const isEmpty = ({ from, to }: Span) => from >= to

export async function listZoneDayVisits(
  tx: Tx,
  zoneId: string,
  span: Span,
  { after, limit }: PageOf<ZoneDayCursor>,
): Promise<ZoneDayVisitRow[]> {
  if (isEmpty(span)) return []
  const afterCursor = after
    ? sql`and (h.entry_time, h.id) > (${after.at}::timestamptz, ${after.id}::uuid)`
    : sql``
  const startFilter = sql`${afterCursor} order by h.entry_time, h.id limit ${limit}`
  const includesEarlier = !after || Date.parse(after.at) < span.from.getTime()
  return many(tx)<ZoneDayVisitRow>`
    select h.id, wire_time(h.entry_time) as at_exact, h.user_id, h.entry_time, h.exit_time, h.tracking_source,
      h.entry_mock, h.exit_mock, ${lastSeenInVisit} as last_seen, ${personColumns}
    from (select h.* from ${selectOverlappingVisits(zoneId, span, startFilter, includesEarlier)} h
      where true ${afterCursor} order by h.entry_time, h.id limit ${limit}) h
      ${joinVisitPeople}
    order by h.entry_time, h.id`
}

export async function countZoneDayVisits(tx: Tx, zoneId: string, span: Span): Promise<number> {
  if (isEmpty(span)) return 0
  const row = await one(tx)<{ count: number }>`
    select count(*) from ${selectOverlappingVisits(zoneId, span, sql``, true)} h`
  return row.count
}

/**
 * Only accurate readings inside, of the same day and visit. Searches capture times up to a day later, because a device's clock may
 * be fast. Index: position_checks_person.
 */
export async function listZoneDayPlaces(
  tx: Tx,
  zoneId: string,
  span: Span,
  at: Date,
): Promise<ZoneDayPlaceRow[]> {
  if (isEmpty(span)) return []
  return many(tx)<ZoneDayPlaceRow>`
    select h.user_id, l.at, l.latitude, l.longitude, l.accuracy_meters, l.mock, ${personColumns}
    from (select h.* from ${selectOverlappingVisits(zoneId, span, sql``, true)} h
      where h.entry_time <= ${at} and (h.exit_time is null or h.exit_time > ${at})
      order by h.entry_time, h.id limit ${limits.livePositionsMost}) h
      cross join lateral (
        select least(c.captured_at, c.received_at) as at, c.latitude, c.longitude, c.accuracy_meters, c.mock
        from position_checks c
        where c.user_id = h.user_id and c.zone_id = h.zone_id and c.inside and not ${isVague('c')}
          and c.captured_at >= ${span.from} and c.captured_at < ${at}::timestamptz + interval '1 day'
          and least(c.captured_at, c.received_at) >= greatest(h.entry_time, ${span.from})
          and least(c.captured_at, c.received_at) <= ${at}
        order by least(c.captured_at, c.received_at) desc, c.id desc limit 1) l
      ${joinVisitPeople}
    order by h.entry_time, h.id`
}
