import {
  type BadgeDirection,
  type BadgeStayEnd,
  badgeDaysDefault,
  badgeGoneMs,
} from '@muster/domain/badge.ts'
import { type RawBuilder, sql } from 'kysely'
import type { Tx } from '../../db/database.ts'
import { many, manyValues, one, run } from '../../db/rows.ts'
import { wireTime } from '../../db/wire-time.ts'
import { escapeLikePattern } from '../../lib/like-text.ts'
import type { PageOf } from '../../rpc/paging.ts'

export type BadgeRow = {
  readonly number: string
  readonly assigned: boolean
  readonly user_id: string | null
  readonly holder: string | null
  readonly company: string | null
  readonly phone: string | null
  readonly direction: BadgeDirection | null
  readonly at: Date | null
  readonly reader: string | null
}

export type BadgeFilter = {
  readonly search?: string | undefined
  readonly only?: 'assigned' | 'unknown' | undefined
}

/** Badges and numbers that were read without being assigned, except those that are no people. Both are found by the index of (zone, number). */
const selectBadges = (zoneId: string): RawBuilder<unknown> => sql`
  select number, b.id is not null as assigned, b.user_id, b.holder, b.company, b.phone, s.direction, s.at, s.reader
  from (select * from badges where zone_id = ${zoneId}::uuid) b
    full join (select * from badge_states where zone_id = ${zoneId}::uuid) s using (number)
  where b.id is not null or s.dismissed_at is null`

/** Lists the badges of a zone by number. */
export const listBadges = (tx: Tx, zoneId: string, filter: BadgeFilter, { after, limit }: PageOf<string>) =>
  many(tx)<BadgeRow>`
    select it.* from (${selectBadges(zoneId)}) it left join user_profiles u on u.id = it.user_id
    where ${matchesFilter(filter)} ${after === undefined ? sql`` : sql`and it.number > ${after}::text`}
    order by it.number limit ${limit}`

function matchesFilter({ search, only }: BadgeFilter): RawBuilder<unknown> {
  const words = (search ?? '').split(/\s+/).filter(Boolean).slice(0, 8)
  const text = sql`it.number || ' ' || coalesce(it.holder, '') || ' ' || coalesce(it.company, '') || ' '
    || coalesce(trim(u.first_name || ' ' || u.last_name), '')`
  const conditions = [
    sql`true`,
    ...words.map(word => sql`${text} ilike ${`%${escapeLikePattern(word)}%`}::text`),
    ...(only ? [sql`it.assigned = ${only === 'assigned'}`] : []),
  ]
  return sql.join(conditions, sql` and `)
}

/** Counts the filtered badges of a zone, and all its numbers that are assigned to nobody. */
export const countBadges = (tx: Tx, zoneId: string, filter: BadgeFilter) =>
  one(tx)<{ total: number; unknown: number }>`
    select count(*) filter (where ${matchesFilter(filter)}) as total, count(*) filter (where not it.assigned) as unknown
    from (${selectBadges(zoneId)}) it left join user_profiles u on u.id = it.user_id`

/** Counts the badges that a zone has assigned once these are assigned too. Index: badges_number. */
export async function countAssigned(tx: Tx, zoneId: string, numbers: readonly string[]): Promise<number> {
  const row = await one(tx)<{ count: number }>`
    select (count(*) filter (where number <> all(${[...numbers]}::text[])))::integer as count
    from badges where zone_id = ${zoneId}`
  return row.count + numbers.length
}

export type NewBadge = {
  readonly number: string
  readonly userId: string | null
  readonly name: string
  readonly company: string
  readonly phone: string
}

/** Returns which of the people are members of the zone who have accepted. */
export async function findMembers(
  tx: Tx,
  zoneId: string,
  userIds: readonly string[],
): Promise<ReadonlySet<string>> {
  const rows = await many(tx)<{ user_id: string }>`
    select user_id from zone_assignments
    where zone_id = ${zoneId} and accepted_at is not null and user_id = any(${[...userIds]}::uuid[])`
  return new Set(rows.map(it => it.user_id))
}

/** Returns which of the badges are carried by visitors who are signed in. Index: visitor_visits_badge_inside. */
export async function findCarriedBadges(
  tx: Tx,
  zoneId: string,
  numbers: readonly string[],
): Promise<ReadonlySet<string>> {
  const rows = await many(tx)<{ badge: string }>`
    select badge from visitor_visits where zone_id = ${zoneId} and badge = any(${[...numbers]}::text[]) and badge <> ''
      and signed_in_at is not null and signed_out_at is null`
  return new Set(rows.map(it => it.badge))
}

export async function upsertBadges(
  tx: Tx,
  zoneId: string,
  badges: readonly NewBadge[],
): Promise<{ createdIds: string[] }> {
  const rows = await many(tx)<{ id: string; is_new: boolean }>`
    insert into badges (zone_id, number, user_id, holder, company, phone)
    select ${zoneId}::uuid, * from unnest(${badges.map(it => it.number)}::text[], ${badges.map(it => it.userId)}::uuid[],
      ${badges.map(it => it.name)}::text[], ${badges.map(it => it.company)}::text[], ${badges.map(it => it.phone)}::text[])
    on conflict (zone_id, number) do update set user_id = excluded.user_id, holder = excluded.holder,
      company = excluded.company, phone = excluded.phone, assigned_at = case
        when (badges.user_id, badges.holder, badges.company, badges.phone)
          is distinct from (excluded.user_id, excluded.holder, excluded.company, excluded.phone) then now()
        else badges.assigned_at end
    returning id, xmax = 0 as is_new`
  return { createdIds: rows.filter(it => it.is_new).map(it => it.id) }
}

/**
 * Names the holder of badges that are inside now and were assigned to nobody when they came in. Earlier events stay without a name,
 * because somebody else may have had the badge then.
 */
export const claimOpenStays = (tx: Tx, zoneId: string, numbers: readonly string[]) =>
  run(tx)`
    update badge_events e set user_id = b.user_id, holder = b.holder
    from badge_states s join badges b on b.zone_id = s.zone_id and b.number = s.number
    where s.zone_id = ${zoneId}::uuid and s.number = any(${[...numbers]}::text[]) and s.direction = 'in'
      and e.zone_id = s.zone_id and e.number = s.number and e.sent_at = s.sent_at and e.direction = 'in'
      and e.user_id is null and e.holder = ''`

/** Makes numbers count again that were said to be no people. */
export const clearDismissals = (tx: Tx, zoneId: string, numbers: readonly string[]) =>
  run(tx)`update badge_states set dismissed_at = null, changed_at = clock_timestamp()
    where zone_id = ${zoneId} and number = any(${[...numbers]}::text[]) and dismissed_at is not null`

/** Makes numbers that are assigned to nobody count as no people until they are read again; returns how many there were. */
export async function dismissNumbers(tx: Tx, zoneId: string, numbers: readonly string[]): Promise<number> {
  const changed = await run(tx)`
    update badge_states s set dismissed_at = now(), changed_at = clock_timestamp()
    where s.zone_id = ${zoneId} and s.number = any(${[...numbers]}::text[]) and s.dismissed_at is null
      and not exists (select from badges b where b.zone_id = s.zone_id and b.number = s.number)`
  return changed
}

/** Deletes the assignment of a badge; false if there was none. */
export async function deleteBadge(tx: Tx, zoneId: string, number: string): Promise<boolean> {
  const row = await tx
    .deleteFrom('badges')
    .where('zone_id', '=', zoneId)
    .where('number', '=', number)
    .returning('id')
    .executeTakeFirst()
  return row !== undefined
}

export const deleteBadges = (tx: Tx, zoneId: string, ids: readonly string[]) =>
  tx
    .deleteFrom('badges')
    .where('zone_id', '=', zoneId)
    .where('id', 'in', [...ids])
    .execute()

/** The zones in which a person has a badge. Index: badges_user. */
export const listBadgeZones = (tx: Tx, userId: string) =>
  manyValues(tx)<string>`
    select distinct zone_id from badges where user_id = ${userId}`

export type InsideRow = {
  readonly number: string
  readonly user_id: string | null
  readonly holder: string | null
  readonly company: string | null
  readonly phone: string | null
  readonly at: Date
  readonly at_exact: string
  readonly reader: string
  readonly unseen: boolean
  readonly by_phone: boolean
}
export type InsideCursor = { readonly at: string; readonly number: string }

/** Lists the people inside by badge, longest first, also those who count by phone. */
export const listInside = (tx: Tx, zoneId: string, { after, limit }: PageOf<InsideCursor>) =>
  many(tx)<InsideRow>`
    select * from (
      select coalesce(i.badge, i.person) as number, i.user_id, i.name as holder, i.company, coalesce(nullif(i.phone, ''), trim(u.phone)) as phone,
        coalesce(s.at, i.since) as at, wire_time(coalesce(s.at, i.since)) as at_exact, coalesce(s.reader, i.reader, '') as reader,
        i.unseen, i.way = 'phone' as by_phone
      from people_inside() i left join user_profiles u on u.id = i.user_id
        left join badge_states s on s.zone_id = i.zone_id and s.number = i.badge
      where i.zone_id = ${zoneId} and i.visit_id is null and (i.way <> 'phone' or i.badge is not null)) inside
    ${after ? sql`where (at, number) > (${after.at}::timestamptz, ${after.number}::text)` : sql``}
    order by at, number limit ${limit}`

type HolderKeys = {
  readonly emails: readonly string[]
  readonly codes: readonly string[]
  /** Names in lower case. */
  readonly names: readonly string[]
}
export type HolderRow = {
  readonly user_id: string
  readonly email: string
  readonly user_code: string
  readonly name: string
}

/** Lists the members of a zone who have one of these e-mail addresses, user codes or names. */
export const listHolders = (tx: Tx, zoneId: string, { emails, codes, names }: HolderKeys) =>
  many(tx)<HolderRow>`
    select u.id as user_id, u.email, u.user_code, trim(u.first_name || ' ' || u.last_name) as name
    from zone_assignments a join user_profiles u on u.id = a.user_id
    where a.zone_id = ${zoneId} and a.accepted_at is not null and (u.email = any(${[...emails]}::text[])
      or u.user_code = any(${[...codes]}::text[]) or lower(trim(u.first_name || ' ' || u.last_name)) = any(${[...names]}::text[]))
    order by u.id`

/** Returns the holders of badges: the account, and the name of those without one. */
export const findHolders = (tx: Tx, zoneId: string, numbers: readonly string[]) =>
  many(tx)<{ number: string; user_id: string | null; holder: string }>`
    select number, user_id, holder from badges
    where zone_id = ${zoneId} and number = any(${[...numbers]}::text[])`

export type VisitRow = {
  readonly id: string
  readonly number: string
  readonly user_id: string | null
  readonly holder: string
  readonly event_at_exact: string
  readonly came_in_at: Date | null
  readonly in_reader: string
  readonly left_at: Date | null
  readonly out_reader: string
  readonly stay_end: BadgeStayEnd
}
export type VisitCursor = { readonly at: string; readonly id: string }
type VisitFilter = { readonly number?: string | undefined; readonly since?: Date | undefined }

/** The order of the events of a badge (`compareBadgeEvents`). Index: badge_events_number. */
const toOrder = (alias: string) => sql.raw(`(${alias}.at, ${alias}.sent_at, ${alias}.direction = 'in')`)

/**
 * Newest event first; an out without an in has an unknown begin (`foldBadgeEvents`). Indexes: badge_events_zone,
 * badge_events_number.
 */
export const listVisits = (
  tx: Tx,
  zoneId: string,
  { number, since }: VisitFilter,
  { after, limit }: PageOf<VisitCursor>,
) =>
  many(tx)<VisitRow>`
    select e.id, e.number, e.user_id, e.holder, ${wireTime('e.at')} as event_at_exact,
      case when e.direction = 'in' then e.at end as came_in_at,
      case when e.direction = 'in' then e.reader else '' end as in_reader,
      case when e.direction = 'out' then e.at when next.direction = 'out' then next.at end as left_at,
      case when e.direction = 'out' then e.reader when next.direction = 'out' then next.reader else '' end as out_reader,
      case when e.direction = 'out' or next.direction = 'out' then 'out' when next.direction = 'in' then 'in_again' else 'open' end
        as stay_end
    from badge_events e
      left join lateral (select n.direction, n.at, n.reader from badge_events n
        where e.direction = 'in' and n.zone_id = e.zone_id and n.number = e.number and ${toOrder('n')} > ${toOrder('e')}
        order by n.at, n.sent_at, (n.direction = 'in') limit 1) next on true
    where e.zone_id = ${zoneId}::uuid
      and (e.direction = 'in' or coalesce((select p.direction from badge_events p
        where p.zone_id = e.zone_id and p.number = e.number and ${toOrder('p')} < ${toOrder('e')}
        order by p.at desc, p.sent_at desc, (p.direction = 'in') desc limit 1), 'out') = 'out')
      ${number === undefined ? sql`` : sql`and e.number = ${number}::text`}
      ${since === undefined ? sql`` : sql`and e.at >= ${since}::timestamptz`}
      ${after ? sql`and (e.at, e.id) < (${after.at}::timestamptz, ${after.id}::uuid)` : sql``}
    order by e.at desc, e.id desc limit ${limit}`

/** Deletes events that are older than their zone keeps them. */
export const deleteOldEvents = (limit: number) => sql`
  delete from badge_events where id in (
    select e.id from zones z left join badge_settings s on s.zone_id = z.id
      join lateral (select id from badge_events where zone_id = z.id
        and at < now() - coalesce(s.days, ${badgeDaysDefault}) * interval '1 day' limit ${limit}) e on true
    limit ${limit})`

/**
 * Deletes the newest event of badges that were last read longer ago than their zone keeps events. Whoever came in stays until the stay is
 * over, even where events are kept for less time.
 */
export const deleteOldStates = (limit: number) => sql`
  delete from badge_states where (zone_id, number) in (
    select b.zone_id, b.number from badge_states b left join badge_settings s on s.zone_id = b.zone_id
    where b.at < now() - coalesce(s.days, ${badgeDaysDefault}) * interval '1 day'
      and (b.direction = 'out' or b.at < now() - ${badgeGoneMs}::float8 * interval '1 ms')
    limit ${limit})`
