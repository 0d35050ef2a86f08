import { undoSignOutMs, type VisitEnd, type VisitWay, visitorsInsideMost } from '@muster/domain/visitor.ts'
import { type RawBuilder, sql } from 'kysely'
import type { OwnerTx, Tx } from '../../db/database.ts'
import { many, manyValues, one, oneOrNone, oneValue, run } from '../../db/rows.ts'
import { matching, zoneToday } from './visits.queries.ts'

/** Makes concurrent sign-ins in a zone wait, so that together they do not exceed its limits. */
export const lockVisitors = (tx: Tx, zoneId: string) =>
  run(tx)`select pg_advisory_xact_lock(hashtextextended(${`visitors:${zoneId}`}, 0))`

export type Room = {
  /** False if the zone has as many visitors as it may. */
  readonly isFree: boolean
  /** Sign-ins with the poster today. */
  readonly today: number
  /** The day of the zone as ISO 8601. */
  readonly day: string
}

/** The poster counts apart: whoever has a photograph can invent visitors, who use up only its limits; a new poster begins anew. */
export async function readRoom(
  tx: Tx,
  zoneId: string,
  { timeZone, posterDayMost }: { readonly timeZone: string; readonly posterDayMost: number | null },
): Promise<Room> {
  const isPoster = posterDayMost !== null
  const rows = await many(tx)<{ inside: string; today: string; day: string }>`
    select (select count(*) from visitor_visits where zone_id = ${zoneId} and (way = 'poster') = ${isPoster}
        and signed_in_at is not null and signed_out_at is null) as inside,
      (select count(*) from visitor_visits where ${isPoster} and zone_id = ${zoneId} and way = 'poster'
        and signed_in_at >= greatest((select poster_made_at from visitor_settings where zone_id = ${zoneId}),
          (${zoneToday(zoneId, timeZone)})::timestamp at time zone zone_time_zone(${zoneId}::uuid, ${timeZone}))) as today,
      (${zoneToday(zoneId, timeZone)})::text as day`
  const [row] = rows
  const [inside, today] = [Number(row?.inside ?? 0), Number(row?.today ?? 0)]
  const dayMost = posterDayMost ?? Number.POSITIVE_INFINITY
  const insideMost = Math.max(visitorsInsideMost, posterDayMost ?? 0)
  return { isFree: inside < insideMost && today < dayMost, today, day: row?.day ?? '' }
}

export type NewVisit = {
  readonly zoneId: string
  readonly requestId: string
  readonly name: string
  readonly nameKey: string
  readonly company: string
  readonly phone: string
  /** The number of the badge that the visitor carries; empty for none. */
  readonly badge?: string
  readonly hostId: string | null
  readonly hostName: string
  readonly way: VisitWay
  readonly kioskId: string | null
  readonly createdBy: string | null
  /** The day of an announced visit; null for a visitor who is here. */
  readonly expectedOn: string | null
  readonly noticeVersion: number | null
  readonly tokenHash: string | null
}

export type WrittenVisit = {
  readonly id: string
  readonly zone_id: string
  readonly host_id: string | null
  readonly name: string
  readonly company: string
  readonly way: string
  readonly created_by: string | null
  readonly signed_in_at: Date | null
  readonly signed_out_at: Date | null
}
const written = sql`id, zone_id, host_id, name, company, way, created_by, signed_in_at, signed_out_at`

export const findVisitByRequest = (tx: Tx, zoneId: string, requestId: string) =>
  oneOrNone(tx)<WrittenVisit>`
    select ${written} from visitor_visits where zone_id = ${zoneId} and request_id = ${requestId}`

export async function insertVisit(tx: Tx, it: NewVisit): Promise<WrittenVisit> {
  const isHere = it.expectedOn === null
  return one(tx)<WrittenVisit>`
    insert into visitor_visits (zone_id, request_id, name, name_key, company, phone, badge, host_id, host_name, way, kiosk_id,
      created_by, expected_on, notice_version, notice_accepted_at, signed_in_at, token_hash)
    values (${it.zoneId}, ${it.requestId}, ${it.name}, ${it.nameKey}, ${it.company}, ${it.phone}, ${it.badge ?? ''}, ${it.hostId}, ${it.hostName}, ${it.way}, ${it.kioskId},
      ${it.createdBy}, ${it.expectedOn}::date, ${it.noticeVersion}, ${it.noticeVersion === null ? null : sql`now()`},
      ${isHere ? sql`now()` : null}, ${it.tokenHash})
    returning ${written}`
}

type Expected = { readonly zoneId: string; readonly timeZone: string }

/** Locks the visit that is expected today under a name; the earliest if there are several. */
export const findExpectedVisit = (
  tx: Tx,
  { zoneId, timeZone, nameKey }: Expected & { readonly nameKey: string },
) =>
  oneOrNone(tx)<{ id: string; host_id: string | null }>`
    select id, host_id from visitor_visits
    where zone_id = ${zoneId} and signed_in_at is null and expected_on = ${zoneToday(zoneId, timeZone)} and name_key = ${nameKey}
    order by created_at, id limit 1 for no key update`

export async function countExpected(tx: OwnerTx, { zoneId, timeZone }: Expected): Promise<number> {
  const row = await one(tx)<{ count: string }>`
    select count(*) from visitor_visits
    where zone_id = ${zoneId} and signed_in_at is null and expected_on >= ${zoneToday(zoneId, timeZone)}`
  return Number(row.count)
}

/** True if a day is today or one of the next days in the zone. */
export const isNearDay = (
  tx: Tx,
  { zoneId, timeZone, day, days }: Expected & { readonly day: string; readonly days: number },
) =>
  oneValue(tx)<boolean>`
    select ${day}::date between ${zoneToday(zoneId, timeZone)} and ${zoneToday(zoneId, timeZone)} + ${days}::integer as near`

/** Signs in an expected visitor; undefined if they are signed in already. The request id makes a repeated sign-in the same one. */
export const signInExpected = (
  tx: Tx,
  visitId: string,
  it: { requestId: string | null; noticeVersion: number | null; tokenHash: string | null; phone?: string },
) =>
  oneOrNone(tx)<WrittenVisit>`
    update visitor_visits set signed_in_at = now(), request_id = coalesce(${it.requestId}::uuid, request_id),
      notice_version = ${it.noticeVersion}, notice_accepted_at = ${it.noticeVersion === null ? null : sql`now()`},
      token_hash = ${it.tokenHash}, phone = case when ${it.phone ?? ''} <> '' then ${it.phone ?? ''} else phone end
    where id = ${visitId} and signed_in_at is null returning ${written}`

export const renewVisitToken = (tx: Tx, visitId: string, tokenHash: string) =>
  run(tx)`update visitor_visits set token_hash = ${tokenHash} where id = ${visitId}`

/** Ends a visit; undefined if it has ended already. */
export const endVisit = (
  tx: Tx,
  visitId: string,
  { ended, endedBy }: { ended: VisitEnd; endedBy: string | null },
) =>
  oneOrNone(tx)<WrittenVisit>`
    update visitor_visits set signed_out_at = greatest(now(), signed_in_at), ended = ${ended}, ended_by = ${endedBy}
    where id = ${visitId} and signed_in_at is not null and signed_out_at is null returning ${written}`

/** Reopens a visit that a host or manager ended; undefined if that is too late, or if the day of the visit is over. */
export const reopenVisit = (tx: Tx, visitId: string, timeZone: string) =>
  oneOrNone(tx)<WrittenVisit>`
    update visitor_visits v set signed_out_at = null, ended = null, ended_by = null
    where id = ${visitId} and ended in ('host', 'manager')
      and signed_out_at >= now() - ${undoSignOutMs}::float8 * interval '1 ms'
      and not ${isDayOver('v', sql`zone_time_zone(v.zone_id, ${timeZone})`)}
    returning ${written}`

/** Which visitors to sign out: those who match every given field. */
export type VisitChoice = {
  readonly visitIds?: readonly string[] | undefined
  readonly way?: VisitWay | undefined
  /** Visitors who were announced stay. */
  readonly kioskId?: string | undefined
  readonly search?: string | undefined
}

/** Ends the visits of visitors who are here; returns them. Index: visitor_visits_inside. */
export const endVisits = (
  tx: Tx,
  zoneId: string,
  { choice: { visitIds, way, kioskId, search }, endedBy }: { choice: VisitChoice; endedBy: string },
) =>
  many(tx)<WrittenVisit>`
    update visitor_visits set signed_out_at = greatest(now(), signed_in_at), ended = 'manager', ended_by = ${endedBy}
    where id in (
      select v.id from visitor_visits v
      where v.zone_id = ${zoneId} and v.signed_in_at is not null and v.signed_out_at is null
        ${visitIds ? sql`and v.id = any(${[...visitIds]}::uuid[])` : sql``}
        ${kioskId ? sql`and v.kiosk_id = ${kioskId} and v.way = 'kiosk'` : sql``}
        ${matching({ way, search })}
      order by v.id for no key update)
    returning ${written}`

export const lockVisit = (tx: Tx, zoneId: string, visitId: string) =>
  oneOrNone(tx)<WrittenVisit & { readonly badge: string }>`
    select ${written}, badge from visitor_visits where zone_id = ${zoneId} and id = ${visitId} for no key update`

/**
 * No member's, nor carried by somebody inside or another signed-in visitor, who would then be on no roll. Indexes: badges_number,
 * visitor_visits_badge_inside.
 */
export async function isBadgeFree(
  tx: Tx,
  { zoneId, badge, visitId = null }: { zoneId: string; badge: string; visitId?: string | null },
): Promise<boolean> {
  const rows = await many(tx)`
    select from badges where zone_id = ${zoneId} and number = ${badge} and user_id is not null
    union all
    select from people_inside() where zone_id = ${zoneId} and badge = ${badge} and way = 'badge' and name is not null
    union all
    select from visitor_visits where zone_id = ${zoneId} and badge = ${badge} and badge <> '' and signed_in_at is not null
      and signed_out_at is null and id is distinct from ${visitId}::uuid`
  return rows.length === 0
}

export const setVisitBadge = (tx: Tx, visitId: string, badge: string) =>
  run(tx)`update visitor_visits set badge = ${badge} where id = ${visitId}`

/** Cancels a visit of a person, or of anybody; undefined if there is none that is still expected. */
export const deleteExpected = (
  tx: Tx,
  { zoneId, visitId, hostId }: { zoneId: string; visitId: string; hostId: string | undefined },
) =>
  oneOrNone(tx)<{ host_id: string | null }>`
    delete from visitor_visits where zone_id = ${zoneId} and id = ${visitId} and signed_in_at is null
      and (${hostId === undefined} or host_id = ${hostId ?? null}) returning host_id`

/** Finds visitors inside by the beginning of their name. Index: visitor_visits_inside. */
export const findPresentVisits = (tx: Tx, zoneId: string, nameStart: string, limit: number) =>
  many(tx)<{ id: string; name: string; company: string; signed_in_at: Date }>`
    select id, name, company, signed_in_at from visitor_visits
    where zone_id = ${zoneId} and signed_in_at is not null and signed_out_at is null and starts_with(name_key, ${nameStart})
    order by name_key, id limit ${limit}`

/** Lists the zones with visitors whose day may be over. */
export const listZonesWithOldVisits = (tx: OwnerTx) =>
  manyValues(tx)<string>`
    select distinct zone_id from visitor_visits
    where signed_in_at < now() - interval '12 hours' and signed_out_at is null order by zone_id`

/**
 * True for visits whose day in the zone is over. The day of somebody who came less than twelve hours before midnight ends a day later,
 * because a night shift is inside then.
 */
const isDayOver = (visit: string, timeZone: RawBuilder<unknown>) =>
  sql<boolean>`local_day(${sql.ref(visit)}.signed_in_at + interval '12 hours', ${timeZone}) < local_day(now(), ${timeZone})`

/** Signs out visitors whose day in the zone is over, at the end of that day; returns them. */
export const endVisitsOfDay = (
  tx: Tx,
  { zoneId, timeZone }: { readonly zoneId: string; readonly timeZone: string },
  limit: number,
) =>
  many(tx)<WrittenVisit>`
    update visitor_visits v set signed_out_at = greatest(its.day_end, v.signed_in_at), ended = 'end_of_day'
    from (
      select o.id, (local_day(o.signed_in_at + interval '12 hours', tz) + 1)::timestamp at time zone tz as day_end
      from visitor_visits o cross join lateral (select zone_time_zone(o.zone_id, ${timeZone}) as tz) clocks
      where o.zone_id = ${zoneId} and o.signed_in_at is not null and o.signed_out_at is null
        and ${isDayOver('o', sql`tz`)}
      order by o.signed_in_at limit ${limit} for update of o skip locked) its
    where v.id = its.id returning v.id, v.zone_id, v.host_id, v.name, v.company, v.way, v.created_by, v.signed_in_at,
      v.signed_out_at`

/** Deletes visits after the time that their zone keeps them, and announced ones whose day has passed. */
export const deleteOldVisits = (limit: number) => sql`
  delete from visitor_visits where id in (
    select v.id from visitor_visits v left join visitor_settings s on s.zone_id = v.zone_id
    where v.signed_out_at < now() - coalesce(s.kept_days, 30) * interval '1 day'
      or v.signed_in_at is null and v.expected_on < current_date - 1
    limit ${limit})`

/** Deletes codes that no tablet used, and kiosks that were not seen for 90 days. */
export const deleteOldKiosks = (limit: number) => sql`
  delete from visitor_kiosks where id in (
    select id from visitor_kiosks
    where token_hash is null and code_expires_at < now() or last_seen_at < now() - interval '90 days'
    limit ${limit})`
