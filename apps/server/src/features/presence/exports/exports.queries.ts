import { sql } from 'kysely'
import type { Tx } from '../../../db/database.ts'
import { many, one } from '../../../db/rows.ts'
import type { PageOf } from '../../../rpc/paging.ts'
import {
  hasStateInZone,
  joinStatePeople,
  joinVisitPeople,
  lastSeenInVisit,
  personColumns,
  type VisitPersonRow,
  visitedSince,
} from '../visit-people.sql.ts'

/** The position of a row in a list ordered by entry, then by id. */
export type ExportCursor = { readonly at: string; readonly id: string }

type ExportRow = VisitPersonRow & {
  id: string
  at_exact: string
  entry_time: Date
  accuracy_meters: number | null
  latitude: number | null
  longitude: number | null
}
export type InsideExportRow = ExportRow & {
  captured_at: Date | null
  mock: boolean | null
  phone: string | null
  user_code: string | null
}
export type VisitExportRow = ExportRow & {
  exit_time: Date | null
  last_seen: Date | null
  duration_minutes: number | null
  tracking_source: string
  entry_mock: boolean | null
  exit_mock: boolean | null
}

const afterCursor = (cursor: ExportCursor | undefined, at: string, id: string) =>
  cursor ? sql`and (${sql.ref(at)}, ${sql.ref(id)}) > (${cursor.at}::timestamptz, ${cursor.id}::uuid)` : sql``

/** Lists the people inside, with their last position for readers who may see it. Index: presence_tracking_inside. */
export async function listInsideRows(
  tx: Tx,
  zoneId: string,
  withPoints: boolean,
  { after: cursor, limit }: PageOf<ExportCursor>,
): Promise<InsideExportRow[]> {
  const pointJoin = withPoints
    ? sql`left join located_members(${zoneId}) l on l.user_id = p.user_id`
    : sql`left join (values (null::float8, null::float8)) as l (latitude, longitude) on false`
  return many(tx)<InsideExportRow>`
    select p.user_id as id, wire_time(p.since) as at_exact, p.user_id, ${personColumns}, p.since as entry_time, p.seen_at as captured_at,
      p.accuracy_meters, p.mock, u.phone, u.user_code, l.latitude, l.longitude
    from people_inside() p
      ${joinStatePeople}
      ${pointJoin}
    where p.zone_id = ${zoneId} and p.way = 'phone' ${afterCursor(cursor, 'p.since', 'p.user_id')}
    order by p.since, p.user_id limit ${limit}`
}

/** Reads the name and time zone of a zone. `installation` is the time zone for organisations without one of their own. */
export async function findRollZone(
  tx: Tx,
  zoneId: string,
  installation: string,
): Promise<{ name: string; timeZone: string }> {
  const rows = await many(tx)<{ name: string; tz: string }>`
    select name, zone_time_zone(id, ${installation}) as tz from zones where id = ${zoneId}`
  const [{ name, tz } = { name: '', tz: installation }] = rows
  return { name, timeZone: tz }
}

/** The span in which visits began, and the start of the retention period. */
export type ExportWindow = { readonly from: string; readonly to: string; readonly keptSince: Date }

/** Within the retention period. Each page starts its search at the cursor, not at the beginning of the span. */
const startedWithin = (
  zoneId: string,
  { from, to, keptSince }: ExportWindow,
  cursor?: ExportCursor,
) => sql`h.zone_id = ${zoneId}
  and h.entry_time >= greatest(${cursor?.at ?? from}::timestamptz, ${from}::timestamptz) and h.entry_time < ${to}
  and ${visitedSince(keptSince)} and ${hasStateInZone} ${afterCursor(cursor, 'h.entry_time', 'h.id')}`

/**
 * With the first reading's position, if stored and visible. Searches capture times up to a day later, because a device's clock may
 * be fast. Indexes: presence_history_zone, position_checks_person.
 */
export async function listVisitRows(
  tx: Tx,
  zoneId: string,
  window: ExportWindow,
  withPoints: boolean,
  { after: cursor, limit }: PageOf<ExportCursor>,
): Promise<VisitExportRow[]> {
  const pointJoin = withPoints
    ? sql`left join lateral (
        select c.latitude, c.longitude from position_checks c
        where c.user_id = h.user_id and c.zone_id = h.zone_id and least(c.captured_at, c.received_at) = h.entry_time
          and c.captured_at >= h.entry_time and c.captured_at <= h.entry_time + interval '1 day' and c.inside
          and h.entry_time >= ${window.keptSince}
        limit 1) l on true`
    : sql`left join (values (null::float8, null::float8)) as l (latitude, longitude) on false`
  return many(tx)<VisitExportRow>`
    select h.id, wire_time(h.entry_time) as at_exact, h.user_id, ${personColumns}, h.entry_time, h.exit_time, h.duration_minutes,
      h.tracking_source, h.entry_mock, h.exit_mock, h.accuracy_meters, ${lastSeenInVisit} as last_seen, l.latitude, l.longitude
    from (
      select * from presence_history h where ${startedWithin(zoneId, window, cursor)}
      order by h.entry_time, h.id limit ${limit}) h
      ${joinVisitPeople}
      ${pointJoin}
    order by h.entry_time, h.id`
}

/** The number of rows, and of people inside who were not seen recently. */
export type ExportCounts = { readonly total: number; readonly unseen: number }

export async function countRows(
  tx: Tx,
  zoneId: string,
  window: ExportWindow | undefined,
): Promise<ExportCounts> {
  return window
    ? one(tx)<ExportCounts>`select count(*) as total, 0 as unseen
        from presence_history h where ${startedWithin(zoneId, window)}`
    : one(tx)<ExportCounts>`select count(*) as total,
          count(*) filter (where unseen) as unseen
        from people_inside() where zone_id = ${zoneId} and way = 'phone'`
}
