import type { ReachCounts } from '@muster/contract/reach.ts'
import { badgeGoneMs } from '@muster/domain/badge.ts'
import {
  callsPeopleInside,
  type EmergencyKind,
  type RollReason,
  uncertainAboveMeters,
} from '@muster/domain/emergency.ts'
import { limits } from '@muster/domain/limits.ts'
import { type RawBuilder, sql } from 'kysely'
import type { OwnerTx, Tx } from '../../db/database.ts'
import { isAmong } from '../../db/is-among.ts'
import { many, type NewRow, one, oneOrNone, run } from '../../db/rows.ts'
import { selectBadgePeople } from './badge-roll.queries.ts'
import type { EmergencyRow } from './emergencies.queries.ts'
import type { TargetZones } from './emergency-zones.queries.ts'
import { isOffSite } from './off-site.queries.ts'
import type { PersonFacts } from './roll-people.queries.ts'
import { selectVisitors } from './visitors-on-roll.ts'

type Target = {
  readonly zoneIds: TargetZones
  readonly kind: EmergencyKind
  /** The time zone of the installation, for the shifts of people who are expected; null to leave these people out. */
  readonly shiftsIn: string | null
  /** People whom the plan calls besides those whom the kind calls. */
  readonly audience?: readonly string[]
  /** True for people who come during the emergency. */
  readonly isLater?: boolean
}

/** The columns of everybody who comes onto a roll, by phone, as a visitor or by badge, but why they do. */
const rollColumns = sql`user_id, visit_id, badge, zone_id, zone_name, name, sort_name, phone, note, company, inside_since, seen_at,
  accuracy_meters, latitude, longitude, counted, uncounted_reason`

/** Explains why somebody inside counts: old readings come before inaccurate ones. The presence row has the alias `t`. */
const insideReason = sql`case
  when coalesce(t.captured_at, t.entry_time) < now() - ${limits.presenceStaleMs}::float8 * interval '1 ms' then 'not_seen'
  when t.accuracy_meters > ${uncertainAboveMeters} then 'uncertain'
  else 'inside' end`

/** People with an account, from the profile `u`, the zone `z` and the presence `t`. Positions without location consent are left out. */
const selectAccounts = (
  why: RawBuilder<unknown>,
  from: RawBuilder<unknown>,
  where: RawBuilder<unknown>,
) => sql`
  select u.id as user_id, null::uuid as visit_id, null as badge, z.id as zone_id, left(z.name, 200) as zone_name,
    left(trim(u.first_name || ' ' || u.last_name), 200) as name, left(trim(u.last_name || ' ' || u.first_name), 200) as sort_name,
    left(coalesce(trim(u.phone), ''), 40) as phone, '' as note, '' as company,
    case when t.is_inside_zone then t.entry_time end as inside_since, t.captured_at as seen_at, t.accuracy_meters,
    case when t.consent = 'given' then t.latitude end as latitude, case when t.consent = 'given' then t.longitude end as longitude,
    c.user_id is null as counted, c.reason as uncounted_reason, ${why} as why
  from ${from} left join zone_uncounted_people c on c.user_id = u.id and c.zone_id = z.id where ${where}`

/** Those inside or all members, and those expected; the zone is the latest reading's. */
function selectMembers({ zoneIds, kind, shiftsIn, audience = [], isLater = false }: Target) {
  const isForInside = callsPeopleInside(kind)
  const why = sql`case when not coalesce(t.is_inside_zone, false) then 'off_site' else ${isLater ? sql`'came_later'` : insideReason} end`
  const called =
    isForInside && !audience.includes('members')
      ? selectAccounts(
          why,
          sql`presence_tracking t join user_profiles u on u.id = t.user_id join zones z on z.id = t.zone_id`,
          sql`t.is_inside_zone and ${isAmong('t.zone_id', zoneIds)}`,
        )
      : selectAccounts(
          why,
          sql`zone_assignments a join user_profiles u on u.id = a.user_id join zones z on z.id = a.zone_id
            left join presence_tracking t on t.user_id = a.user_id and t.zone_id = a.zone_id`,
          sql`${isAmong('a.zone_id', zoneIds)} and (a.accepted_at is not null and u.status = 'active' and z.status = 'active'
            or ${isForInside} and t.is_inside_zone)`,
        )
  return sql`
    select distinct on (user_id) its.* from (
      ${called} ${shiftsIn !== null && isForInside ? sql`union all ${selectExpected(zoneIds, shiftsIn)}` : sql``}) its
    order by user_id, why = 'expected', inside_since is null, seen_at desc nulls last, zone_id`
}

/**
 * Not inside, seen lately, gone since it began, or excused. A badge inside one of the zones puts its person on the roll; in another
 * zone, only a recent in says where somebody is.
 */
const selectExpected = (zoneIds: TargetZones, installation: string) =>
  selectAccounts(
    sql`'expected'`,
    sql`expected_shifts(
        array(select distinct plan.zone_id from shift_plans plan join zones on zones.id = plan.zone_id and zones.status = 'active'
          where ${isAmong('plan.zone_id', zoneIds)}),
        (now() - interval '38 hours')::date, (now() + interval '14 hours')::date, ${installation}) s
      join user_profiles u on u.id = s.user_id and u.status = 'active' join zones z on z.id = s.zone_id
      left join presence_tracking t on t.user_id = s.user_id and t.zone_id = s.zone_id`,
    sql`s.starts_at <= now() and s.ends_at > now()
      and not exists (select from presence_tracking r where r.user_id = s.user_id and (r.is_inside_zone
        or r.captured_at >= now() - ${limits.presenceStaleMs}::float8 * interval '1 ms'))
      and not exists (select from presence_history h
        where h.user_id = s.user_id and h.zone_id = s.zone_id and h.exit_time >= s.starts_at)
      and not exists (select from attendance_corrections c
        where c.user_id = s.user_id and c.zone_id = s.zone_id and c.day = s.day and c.excused)
      and not exists (select from badges b join badge_states g on g.zone_id = b.zone_id and g.number = b.number
        where b.user_id = s.user_id and g.direction = 'in' and g.at > now() - ${badgeGoneMs}::float8 * interval '1 ms'
          and (${isAmong('g.zone_id', zoneIds)} or g.at > now() - ${limits.presenceStaleMs}::float8 * interval '1 ms'))`,
  )

/** Whom an emergency calls at once. Those who are inside only by badge follow, so that the call does not wait for them. */
export const selectCalled = (target: Target) => sql`
  select * from (${selectMembers(target)}) members union all select * from (${selectVisitors(target.zoneIds)}) visitors`

/**
 * Everybody whom an emergency would have on its roll: also those inside by badge, which is why those are there who are called off
 * site (`noteOffSiteInside`).
 */
const selectRoll = (target: Target) => sql`
  with called as materialized (${selectCalled(target)}), by_badge as materialized (${selectBadgePeople(target.zoneIds)})
  select ${rollColumns}, case when ${isOffSite} and user_id in (select user_id from by_badge) then 'badge' else why end as why
  from called
  union all
  select ${rollColumns}, why from by_badge
  where user_id is null or user_id not in (select user_id from called where user_id is not null)`

type RollCount = {
  readonly people: number
  readonly reasons: { why: RollReason; people: number }[]
  readonly uncounted: number
  /** Of the people, how the call gets to them. */
  readonly reach: ReachCounts
  /** Members of the zones who are not called. */
  readonly notCalled: number
  /** Those of them and of the invited members whom the app asks whether they are there: all but those who see the board. */
  readonly asked: number
}

/** Counts whom an emergency would call, by reason, and apart those who do not count, and members whom nothing shows inside. */
export const countRoll = (tx: Tx, target: Target) =>
  one(tx)<RollCount>`
    with roll as materialized (${selectRoll(target)}),
    counts as (
      select count(*) filter (where counted)::integer as people, count(*) filter (where not counted)::integer as uncounted,
        -- Whoever signed in at a kiosk has no page.
        count(v.token_hash) as pages
      from roll left join visitor_visits v on v.id = roll.visit_id)
    select people, uncounted, others."notCalled", others.asked,
      (select coalesce(jsonb_agg(reason), '[]') from (
        select why, count(*) as people from roll where counted group by why) reason) as reasons,
      -- Whoever is known by badge only cannot be called.
      jsonb_build_object('device', device, 'app', app + pages, 'none', people - device - app - pages) as reach
    from counts, lateral (
        select count(*) filter (where way = 'device') as device, count(*) filter (where way = 'app') as app
        from reach_of(array(select user_id from roll where counted and user_id is not null))) reached,
      lateral (
        select count(distinct a.user_id) filter (where a.accepted_at is not null)::integer as "notCalled",
          count(distinct a.user_id) filter (where not exists (select from members_with('view_attendance') v
            where v.zone_id = a.zone_id and v.user_id = a.user_id))::integer as asked
        from zone_assignments a join user_profiles u on u.id = a.user_id and u.status = 'active'
          join zones z on z.id = a.zone_id and z.status = 'active'
        where ${isAmong('a.zone_id', target.zoneIds)}
          and a.user_id not in (select user_id from roll where user_id is not null)) others`

type RollListRow = PersonFacts & {
  readonly zone_id: string
  /** The number of people without the limit. */
  readonly total: number
}

/** Lists whom an evacuation of some zones would call now, by surname, badges that belong to nobody last, and those who count only. */
export const listRoll = (tx: Tx, target: Omit<Target, 'kind'>, limit: number) =>
  many(tx)<RollListRow>`
    select *, count(*) over () as total from (${selectRoll({ ...target, kind: 'evacuate' })}) roll where counted
    order by badge is not null and name = badge, sort_name, name, user_id, inside_since limit ${limit}`

/** Maximum people added by one transaction while an emergency is open, so that nobody waits for the lock on it for long. */
export const addedAtOnce = 500

type AddOptions = {
  /** Null to add everybody. */
  readonly limit?: number | null
  readonly requestId?: string
  readonly addedBy?: string
}
type AddedRow = { readonly user_id: string | null; readonly zone_id: string; readonly counted: boolean }

/** Puts people, of whom `people` selects the `rollColumns`, on a roll unless they are on it; first those who are called, by surname. */
export async function addToRoll(
  tx: Tx,
  emergencyId: string,
  people: RawBuilder<unknown>,
  { limit = null, requestId, addedBy }: AddOptions = {},
): Promise<AddedRow[]> {
  const isOnRoll = (condition: RawBuilder<unknown>) => sql`exists (select from emergency_people p
    where p.emergency_id = ${emergencyId}::uuid and ${condition} offset 0)`
  return many(tx)<AddedRow>`
    insert into emergency_people (emergency_id, request_id, added_by, ${rollColumns}, why)
    select ${emergencyId}::uuid, ${requestId ?? null}::uuid, ${addedBy ?? null}::uuid, user_id, visit_id,
      -- The number stands with one person of the zone.
      case when visit_id is null or not ${isOnRoll(sql`p.zone_id = its.zone_id and p.badge = its.badge`)} then badge end as badge,
      zone_id, zone_name, name, sort_name, phone, note, company, inside_since, seen_at, accuracy_meters, latitude, longitude, counted,
      uncounted_reason, why
    from (${people}) its
    where (user_id is null or not ${isOnRoll(sql`p.user_id = its.user_id`)})
      and (visit_id is null or not ${isOnRoll(sql`p.visit_id = its.visit_id`)})
    order by user_id is null, sort_name, user_id, visit_id, badge limit ${limit}
    on conflict do nothing returning user_id, zone_id, counted`
}

/** Lists the open emergencies in some zones or, without zones, all; never one that lost its zones. Index: emergencies_open. */
export const listOpen = (tx: Tx, zoneIds?: readonly string[]) =>
  many(tx)<EmergencyRow>`
    select e.* from emergencies e where e.all_clear_at is null and (e.scope = 'all'
      or exists (select from emergency_zones z where z.emergency_id = e.id and z.zone_id is not null
        and ${isAmong('z.zone_id', zoneIds)}))
    order by e.id`

/** Lists drills that have been open too long. Index: emergencies_open. */
export const listForgottenDrills = (tx: Tx) =>
  many(tx)<EmergencyRow>`
    select * from emergencies where all_clear_at is null and drill
      and declared_at <= now() - ${limits.drillMostMs}::float8 * interval '1 ms'
    order by id`

/** True if the drill `d` is for all zones, or shares one with the real emergency `r`, which is open. */
const isBeside = sql<boolean>`(d.drill and not r.drill and r.all_clear_at is null and (d.scope = 'all'
  or exists (select from emergency_zones z join emergency_zones its on its.zone_id = z.zone_id
    where z.emergency_id = d.id and its.emergency_id = r.id)))`

/** An open drill, with who declared the first real emergency in one of its zones. */
export type DrillBesideReal = EmergencyRow & { readonly interrupted_by: string | null }

/** Lists the open drills in whose zones a real emergency is open. Index: emergencies_open. */
export const listBesideReal = (tx: OwnerTx) =>
  many(tx)<DrillBesideReal>`
    select distinct on (d.id) d.*, r.declared_by as interrupted_by from emergencies d join emergencies r on ${isBeside}
    where d.all_clear_at is null order by d.id, r.declared_at, r.id`

/** True if a real emergency is open in a zone of a drill. Index: emergencies_open. */
export async function isBesideReal(tx: Tx, drillId: string): Promise<boolean> {
  const rows = await many(tx)`
    select from emergencies d join emergencies r on ${isBeside} where d.id = ${drillId} limit 1`
  return rows.length > 0
}

const rollKey = (emergencyId: string) => sql`hashtextextended(${`emergency-roll:${emergencyId}`}, 0)`

/** In order of arrival: with `for share` alone, those who join a roll overtake the all clear without end. */
export const queueForRoll = (tx: Tx, emergencyId: string) =>
  run(tx)`select pg_advisory_xact_lock(${rollKey(emergencyId)})`

/** Locks an open emergency, so that its all clear reaches everybody who is added; undefined if it has ended. */
export async function lockOpen(tx: Tx, emergencyId: string): Promise<EmergencyRow | undefined> {
  await queueForRoll(tx, emergencyId)
  return oneOrNone(tx)<EmergencyRow>`
    select * from emergencies e
    where id = ${emergencyId} and all_clear_at is null and (scope = 'all'
      or exists (select from emergency_zones z where z.emergency_id = e.id and z.zone_id is not null)) for no key update`
}

/** Notes that everybody who was inside by badge when the emergency was declared is on its roll. */
export const dateBadgesAdded = (tx: Tx, emergencyId: string) =>
  run(tx)`update emergencies set badges_added_at = now() where id = ${emergencyId}`

/** Locks an open emergency against the all clear only, so that many people can be added at once; false if it is no longer open. */
export async function shareOpen(tx: Tx, emergencyId: string): Promise<boolean> {
  await run(tx)`select pg_advisory_xact_lock_shared(${rollKey(emergencyId)})`
  const rows = await many(tx)`
    select from emergencies where id = ${emergencyId} and all_clear_at is null for share`
  return rows.length > 0
}

/** Adds somebody by hand; returns undefined if the request was made before. */
export const insertByHand = (
  tx: Tx,
  row: Omit<NewRow<'emergency_people'>, 'zone_name' | 'sort_name' | 'why'>,
) =>
  tx
    .insertInto('emergency_people')
    .values({
      ...row,
      zone_name: row.zone_id && sql<string>`(select left(name, 200) from zones where id = ${row.zone_id})`,
      sort_name: toSortName(row.name),
      why: 'by_hand',
    })
    .onConflict(conflict => conflict.columns(['emergency_id', 'request_id']).doNothing())
    .returning('id')
    .executeTakeFirst()

type AddedMember = Required<Pick<AddOptions, 'requestId' | 'addedBy'>> & {
  readonly userId: string
  /** The zones in one of which the person must be a member. */
  readonly zoneIds: readonly string[]
  /** True to also take somebody who has not accepted the invitation to the zone. */
  readonly isInvited?: boolean
}

/** Adds a member whom nothing showed, with their own name; returns false if they are on the roll already or no member. */
export async function insertMember(
  tx: Tx,
  emergencyId: string,
  { userId, zoneIds, isInvited = false, ...options }: AddedMember,
): Promise<boolean> {
  const member = selectAccounts(
    sql`'came_later'`,
    sql`zone_assignments a join user_profiles u on u.id = a.user_id and u.status = 'active' join zones z on z.id = a.zone_id
      left join presence_tracking t on false`,
    sql`a.user_id = ${userId} and (a.accepted_at is not null or ${isInvited}) and a.zone_id = any(${[...zoneIds]}::uuid[])
      order by z.name_order, z.id limit 1`,
  )
  return (await addToRoll(tx, emergencyId, member, options)).length > 0
}

export const findByUser = (tx: Tx, emergencyId: string, userId: string) =>
  tx
    .selectFrom('emergency_people')
    .select(['id', 'zone_id', 'state', 'state_at'])
    .where('emergency_id', '=', emergencyId)
    .where('user_id', '=', userId)
    .executeTakeFirst()

/** Puts the last word first, which is the surname for most people. */
function toSortName(name: string): string {
  const words = name.split(' ')
  return [words.at(-1), ...words.slice(0, -1)].join(' ')
}

export const findByRequest = (tx: Tx, emergencyId: string, requestId: string) =>
  tx
    .selectFrom('emergency_people')
    .select(['id', 'name'])
    .where('emergency_id', '=', emergencyId)
    .where('request_id', '=', requestId)
    .executeTakeFirst()

export async function countByHand(tx: Tx, emergencyId: string): Promise<number> {
  const row = await tx
    .selectFrom('emergency_people')
    .select(eb => eb.fn.countAll<number>().as('count'))
    .where('emergency_id', '=', emergencyId)
    .where('why', '=', 'by_hand')
    .executeTakeFirst()
  return Number(row?.count ?? 0)
}

/** Deletes emergencies that ended long ago, with roll and claims. */
export const deleteOldEmergencies = (limit: number) => sql`
  delete from emergencies where id in (
    select id from emergencies where all_clear_at < now() - ${limits.emergencyKeptDays} * interval '1 day'
    order by all_clear_at limit ${limit})`

/**
 * True for `p` without an account, visit or badge to keep the name. An unassigned badge's row, whose name is its number, stays;
 * older rows have English words around the number.
 */
const isForgotten = sql`(p.user_id is null and p.visit_id is null and p.why <> 'by_hand' and (p.badge is null
  or p.name not in (p.badge, left('Badge ' || p.badge || ' (unknown)', 200))
    and not exists (select from badges b where b.zone_id = p.zone_id and b.number = p.badge and b.holder <> '' and starts_with(p.name, b.holder))
    and not exists (select from badge_events r
      where r.zone_id = p.zone_id and r.number = p.badge and r.holder <> '' and starts_with(p.name, r.holder))))`

/**
 * Removes positions from the rolls of emergencies that ended a while ago, and the names of people who were forgotten meanwhile. Nobody
 * is removed from a roll, so no count changes.
 */
export const clearOldRolls = (limit: number) => sql`
  update emergency_people set
    latitude = case when its.old then null else latitude end, longitude = case when its.old then null else longitude end,
    name = case when its.gone then '' else name end, sort_name = case when its.gone then '' else sort_name end,
    phone = case when its.gone then '' else phone end, note = case when its.gone then '' else note end,
    company = case when its.gone then '' else company end,
    name_salt = case when its.gone or name = '' then null else name_salt end,
    uncounted_reason = case when its.gone or name = '' then null else uncounted_reason end
  from (
    select p.id as person_id, e.all_clear_at < now() - ${limits.emergencyPositionDays} * interval '1 day' as old,
      ${isForgotten} as gone
    from emergencies e join emergency_people p on p.emergency_id = e.id
    where e.all_clear_at is not null and (
      e.all_clear_at < now() - ${limits.emergencyPositionDays} * interval '1 day' and p.latitude is not null
      or p.name <> '' and ${isForgotten}
      or p.name = '' and p.name_salt is not null)
    limit ${limit}) its
  where id = its.person_id`

/** Removes a person's name from the rolls of ended emergencies, before the account is deleted. */
export const forgetOnRolls = (tx: Tx, userId: string) =>
  run(tx)`
    update emergency_people p set name = '', sort_name = '', phone = '', name_salt = null, latitude = null,
      longitude = null, uncounted_reason = null
    from emergencies e where e.id = p.emergency_id and e.all_clear_at is not null and p.user_id = ${userId}`
