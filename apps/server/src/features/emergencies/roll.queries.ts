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
import type { Tx } from '../../db/database.ts'
import { countReachAmong } from '../../db/reach.ts'
import { countBadgePeople, selectBadgePeople } from '../badges/index.ts'
import type { EmergencyRow } from './emergencies.queries.ts'
import type { TargetZones } from './emergency-zones.queries.ts'
import { isOffSite } from './off-site.queries.ts'
import { selectVisitors } from './visitors-on-roll.ts'

type Target = {
  readonly zoneIds: TargetZones
  readonly kind: EmergencyKind
  /** The time zone of the installation, for the shifts of people who are expected; null to leave these people out. */
  readonly shiftsIn: string | null
  /** People whom the plan calls besides those whom the kind calls. */
  readonly audience?: readonly string[]
}

/** Explains why somebody inside counts: old readings come before inaccurate ones. The presence row has the alias `t`. */
const insideReason = sql`case
  when coalesce(t.captured_at, t.entry_time) < now() - ${limits.presenceStaleMs}::float8 * interval '1 ms' then 'not_seen'
  when t.accuracy_meters > ${uncertainAboveMeters} then 'uncertain'
  else 'inside' end`

/** Those inside or all members; the zone is the latest reading's. Positions without location consent are left out. */
function selectRoll({ zoneIds, kind, shiftsIn, audience = [] }: Target): RawBuilder<unknown> {
  const inTarget = (column: string) =>
    sql`(${zoneIds === null} or ${sql.ref(column)} = any(${[...(zoneIds ?? [])]}::uuid[]))`
  const callsMembers = !callsPeopleInside(kind) || audience.includes('members')
  const people = !callsMembers
    ? sql`presence_tracking t join user_profiles u on u.id = t.user_id join zones z on z.id = t.zone_id
        where t.is_inside_zone and ${inTarget('t.zone_id')}`
    : sql`zone_assignments a join user_profiles u on u.id = a.user_id
          join zones z on z.id = a.zone_id
          left join presence_tracking t on t.user_id = a.user_id and t.zone_id = a.zone_id
        where ${inTarget('a.zone_id')} and (a.accepted_at is not null and u.status = 'active' and z.status = 'active'
          or ${callsPeopleInside(kind)} and t.is_inside_zone)`
  const select = (why: RawBuilder<unknown>, from: RawBuilder<unknown>) => sql`
    select u.id as user_id, z.id as zone_id, left(z.name, 200) as zone_name,
      left(trim(u.first_name || ' ' || u.last_name), 200) as name, left(trim(u.last_name || ' ' || u.first_name), 200) as sort_name,
      left(coalesce(trim(u.phone), ''), 40) as phone, ${why} as why,
      case when t.is_inside_zone then t.entry_time end as inside_since, t.captured_at as seen_at, t.accuracy_meters,
      case when t.consent = 'given' then t.latitude end as latitude, case when t.consent = 'given' then t.longitude end as longitude
    from ${from}`
  const called = select(sql`case when t.is_inside_zone then ${insideReason} else 'off_site' end`, people)
  const expected =
    shiftsIn !== null && callsPeopleInside(kind)
      ? sql`union all ${select(sql`'expected'`, expectedPeople(inTarget, shiftsIn))}`
      : sql``
  return sql`
    select distinct on (its.user_id) its.*, c.user_id is null as counted, c.reason as uncounted_reason
    from (${called} ${expected}) its
      left join zone_uncounted_people c on c.user_id = its.user_id and c.zone_id = its.zone_id
    order by its.user_id, its.why = 'expected', its.inside_since is null, its.seen_at desc nulls last, its.zone_id`
}

/**
 * Not inside, seen lately, gone since it began, or excused. A badge inside one of the zones puts its person on the roll; in another
 * zone, only a recent in says where somebody is.
 */
const expectedPeople = (inTarget: (column: string) => RawBuilder<unknown>, installation: string) => sql`
  expected_shifts(
      array(select distinct plan.zone_id from shift_plans plan join zones on zones.id = plan.zone_id and zones.status = 'active'
        where ${inTarget('plan.zone_id')}),
      (now() - interval '38 hours')::date, (now() + interval '14 hours')::date, ${installation}) s
    join user_profiles u on u.id = s.user_id and u.status = 'active' join zones z on z.id = s.zone_id
    left join presence_tracking t on t.user_id = s.user_id and t.zone_id = s.zone_id
  where s.starts_at <= now() and s.ends_at > now()
    and not exists (select from presence_tracking r where r.user_id = s.user_id and (r.is_inside_zone
      or r.captured_at >= now() - ${limits.presenceStaleMs}::float8 * interval '1 ms'))
    and not exists (select from presence_history h
      where h.user_id = s.user_id and h.zone_id = s.zone_id and h.exit_time >= s.starts_at)
    and not exists (select from attendance_corrections c
      where c.user_id = s.user_id and c.zone_id = s.zone_id and c.day = s.day and c.excused)
    and not exists (select from badges b join badge_states g on g.zone_id = b.zone_id and g.number = b.number
      where b.user_id = s.user_id and g.direction = 'in' and g.at > now() - ${badgeGoneMs}::float8 * interval '1 ms'
        and (${inTarget('g.zone_id')} or g.at > now() - ${limits.presenceStaleMs}::float8 * interval '1 ms'))`

type RollCount = {
  people: number
  reasons: { why: RollReason; people: number }[]
  uncounted: number
  /** Of the people, how the call gets to them. */
  reach: ReachCounts
  /** Members of the zones who are not called. */
  notCalled: number
  /** Those of them and of the invited members whom the app asks whether they are there: all but those who see the board. */
  asked: number
}

/** Counts whom an emergency would call, by reason, and apart those who do not count. */
export async function countRoll(tx: Tx, target: Target): Promise<RollCount> {
  // People who are called off site and whose badge is inside are on the roll because of it (`noteOffSiteInside`).
  const { rows } = await sql<{ why: RollReason; people: number; uncounted: number }>`
    with inside as (
      select its.user_id from (${selectBadgePeople(target.zoneIds)}) its where its.user_id is not null)
    select case when ${isOffSite} and user_id in (select user_id from inside) then 'badge' else why end as why,
      count(*) filter (where counted)::integer as people, count(*) filter (where not counted)::integer as uncounted
    from (${selectRoll(target)}) roll group by 1`.execute(tx)
  const byBadge = await countBadgePeople(tx, target.zoneIds, selectRoll(target))
  const reasons = [...rows, { why: 'badge' as const, ...byBadge }]
  const peopleByReason = [...Map.groupBy(reasons, it => it.why)].map(([why, them]) => ({
    why,
    people: them.reduce((sum, it) => sum + it.people, 0),
  }))
  const people = reasons.reduce((sum, it) => sum + it.people, 0)
  const reach = await countReachAmong(tx, accountsOnRoll(target))
  return {
    people,
    reasons: peopleByReason.filter(it => it.people > 0),
    uncounted: reasons.reduce((sum, it) => sum + it.uncounted, 0),
    // Whoever is known by badge only cannot be called.
    reach: { ...reach, none: people - reach.device - reach.app },
    ...(await countNotCalled(tx, target)),
  }
}

/** The accounts of those whom an emergency would call and who count. */
const accountsOnRoll = (target: Target) => sql<string[]>`array(
  select roll.user_id from (${selectRoll(target)}) roll where roll.counted
  union
  select its.user_id from (${selectBadgePeople(target.zoneIds)}) its
  where its.user_id is not null and its.counted
    and its.user_id not in (select roll.user_id from (${selectRoll(target)}) roll))`

/** Counts the members of the zones whom an emergency would not call, because nothing shows that they are inside. */
async function countNotCalled(tx: Tx, target: Target): Promise<{ notCalled: number; asked: number }> {
  const { zoneIds } = target
  const { rows } = await sql<{ notCalled: number; asked: number }>`
    select count(distinct a.user_id) filter (where a.accepted_at is not null)::integer as "notCalled",
      count(distinct a.user_id) filter (where not exists (select from members_with('view_attendance') v
        where v.zone_id = a.zone_id and v.user_id = a.user_id))::integer as asked
    from zone_assignments a join user_profiles u on u.id = a.user_id and u.status = 'active'
      join zones z on z.id = a.zone_id and z.status = 'active'
    where (${zoneIds === null} or a.zone_id = any(${[...(zoneIds ?? [])]}::uuid[]))
      and a.user_id not in (select roll.user_id from (${selectRoll(target)}) roll)
      and a.user_id not in (
        select its.user_id from (${selectBadgePeople(zoneIds)}) its where its.user_id is not null)`.execute(
    tx,
  )
  return rows[0] ?? { notCalled: 0, asked: 0 }
}

export type RollListRow = {
  readonly user_id: string | null
  readonly zone_id: string
  readonly name: string
  /** The number of the badge of somebody without an account. */
  readonly badge: string | null
  readonly phone: string
  readonly why: string
  readonly inside_since: Date | null
  readonly seen_at: Date | null
  readonly accuracy_meters: number | null
  /** Company and host of a visitor. */
  readonly note: string
  /** The number of people without the limit. */
  readonly total: number
}

/**
 * Lists whom an evacuation of some zones would call now, visitors and people inside by badge included, by surname, badges that
 * belong to nobody last, and without those who do not count.
 */
export async function listRoll(tx: Tx, target: Omit<Target, 'kind'>, limit: number): Promise<RollListRow[]> {
  const { rows } = await sql<RollListRow>`
    with roll as (${selectRoll({ ...target, kind: 'evacuate' })}), people as (
      select user_id, zone_id, name, sort_name, phone, why, inside_since, seen_at, accuracy_meters, '' as note, null as badge from roll where counted
      union all
      select null, zone_id, name, sort_name, phone, 'visitor', inside_since, null, null, note, null from (${selectVisitors(target.zoneIds)}) visitors
      union all
      select user_id, zone_id, name, sort_name, phone, 'badge', at, at, null, '', badge from (${selectBadgePeople(target.zoneIds)}) its
      where counted and (user_id is null or user_id not in (select user_id from roll)))
    select user_id, zone_id, name, badge, phone, why, inside_since, seen_at, accuracy_meters, note, count(*) over () as total
    from people order by badge is not null and name = badge, sort_name, name, user_id, inside_since limit ${limit}`.execute(
    tx,
  )
  return rows
}

/** Freezes the roll of a new emergency; returns the number of people who count. */
export async function freezeRoll(tx: Tx, emergencyId: string, target: Target): Promise<number> {
  const { rows } = await sql<{ people: string }>`
    with added as (
      insert into emergency_people (emergency_id, user_id, zone_id, zone_name, name, sort_name, phone, why, inside_since, seen_at,
        accuracy_meters, latitude, longitude, counted, uncounted_reason)
      select ${emergencyId}, user_id, zone_id, zone_name, name, sort_name, phone, why, inside_since, seen_at, accuracy_meters, latitude,
        longitude, counted, uncounted_reason
      from (${selectRoll(target)}) roll order by sort_name, user_id
      returning counted)
    select count(*) as people from added where counted`.execute(tx)
  return Number(rows[0]?.people)
}

/** Lists the open emergencies in some zones or, without zones, all; never one that lost its zones. Index: emergencies_open. */
export async function listOpen(tx: Tx, zoneIds?: readonly string[]): Promise<EmergencyRow[]> {
  const { rows } = await sql<EmergencyRow>`
    select e.* from emergencies e where e.all_clear_at is null and (e.scope = 'all'
      or exists (select from emergency_zones z where z.emergency_id = e.id and z.zone_id is not null
        and (${zoneIds === undefined} or z.zone_id = any(${[...(zoneIds ?? [])]}::uuid[]))))
    order by e.id`.execute(tx)
  return rows
}

/** Lists drills that have been open too long. Index: emergencies_open. */
export async function listForgottenDrills(tx: Tx): Promise<EmergencyRow[]> {
  const { rows } = await sql<EmergencyRow>`
    select * from emergencies where all_clear_at is null and drill
      and declared_at <= now() - ${limits.drillMostMs}::float8 * interval '1 ms'
    order by id`.execute(tx)
  return rows
}

/** True if the drill `d` is for all zones, or shares one with the real emergency `r`, which is open. */
const isBeside = sql<boolean>`(d.drill and not r.drill and r.all_clear_at is null and (d.scope = 'all'
  or exists (select from emergency_zones z join emergency_zones its on its.zone_id = z.zone_id
    where z.emergency_id = d.id and its.emergency_id = r.id)))`

/** An open drill, with who declared the first real emergency in one of its zones. */
export type DrillBesideReal = EmergencyRow & { readonly interrupted_by: string | null }

/** Lists the open drills in whose zones a real emergency is open. Index: emergencies_open. */
export async function listBesideReal(tx: Tx): Promise<DrillBesideReal[]> {
  const { rows } = await sql<DrillBesideReal>`
    select distinct on (d.id) d.*, r.declared_by as interrupted_by from emergencies d join emergencies r on ${isBeside}
    where d.all_clear_at is null order by d.id, r.declared_at, r.id`.execute(tx)
  return rows
}

/** True if a real emergency is open in a zone of a drill. Index: emergencies_open. */
export async function isBesideReal(tx: Tx, drillId: string): Promise<boolean> {
  const { rows } = await sql`
    select from emergencies d join emergencies r on ${isBeside} where d.id = ${drillId} limit 1`.execute(tx)
  return rows.length > 0
}

const rollKey = (emergencyId: string) => sql`hashtextextended(${`emergency-roll:${emergencyId}`}, 0)`

/** In order of arrival: with `for share` alone, those who join a roll overtake the all clear without end. */
export const queueForRoll = (tx: Tx, emergencyId: string) =>
  sql`select pg_advisory_xact_lock(${rollKey(emergencyId)})`.execute(tx)

/** Locks an open emergency, so that its all clear reaches everybody who is added; undefined if it has ended. */
export async function lockOpen(tx: Tx, emergencyId: string): Promise<EmergencyRow | undefined> {
  await queueForRoll(tx, emergencyId)
  const { rows } = await sql<EmergencyRow>`
    select * from emergencies e
    where id = ${emergencyId} and all_clear_at is null and (scope = 'all'
      or exists (select from emergency_zones z where z.emergency_id = e.id and z.zone_id is not null)) for no key update`.execute(
    tx,
  )
  return rows[0]
}

/** Notes that everybody who was inside by badge when the emergency was declared is on its roll. */
export const dateBadgesAdded = (tx: Tx, emergencyId: string) =>
  sql`update emergencies set badges_added_at = now() where id = ${emergencyId}`.execute(tx)

/** Locks an open emergency against the all clear only, so that many people can be added at once; false if it is no longer open. */
export async function shareOpen(tx: Tx, emergencyId: string): Promise<boolean> {
  await sql`select pg_advisory_xact_lock_shared(${rollKey(emergencyId)})`.execute(tx)
  const { rows } =
    await sql`select from emergencies where id = ${emergencyId} and all_clear_at is null for share`.execute(
      tx,
    )
  return rows.length > 0
}

/** Adds people who arrived after the declaration, at most `limit`. Returns them with their zones. */
export async function addNewcomers(
  tx: Tx,
  { id }: Pick<EmergencyRow, 'id'>,
  { zoneIds, limit }: { readonly zoneIds: TargetZones; readonly limit: number },
): Promise<{ user_id: string; zone_id: string }[]> {
  const { rows } = await sql<{ user_id: string; zone_id: string }>`
    insert into emergency_people (emergency_id, user_id, zone_id, zone_name, name, sort_name, phone, why, inside_since, seen_at,
      accuracy_meters, latitude, longitude, counted, uncounted_reason)
    select ${id}, user_id, zone_id, zone_name, name, sort_name, phone, 'came_later', inside_since, seen_at, accuracy_meters, latitude,
      longitude, counted, uncounted_reason
    from (${selectRoll({ zoneIds, kind: 'evacuate', shiftsIn: null })}) roll
    where not exists (select from emergency_people p where p.emergency_id = ${id} and p.user_id = roll.user_id)
    order by sort_name, user_id limit ${limit}
    on conflict (emergency_id, user_id) do nothing returning user_id, zone_id`.execute(tx)
  return rows
}

type AddedPerson = {
  emergencyId: string
  zoneId: string | null
  name: string
  phone: string
  requestId: string
  addedBy: string
}

/** Adds somebody by hand; returns undefined if the request was made before. */
export const insertByHand = (tx: Tx, it: AddedPerson) =>
  tx
    .insertInto('emergency_people')
    .values({
      emergency_id: it.emergencyId,
      zone_id: it.zoneId,
      zone_name: it.zoneId && sql<string>`(select left(name, 200) from zones where id = ${it.zoneId})`,
      name: it.name,
      sort_name: toSortName(it.name),
      phone: it.phone,
      why: 'by_hand',
      request_id: it.requestId,
      added_by: it.addedBy,
    })
    .onConflict(conflict => conflict.columns(['emergency_id', 'request_id']).doNothing())
    .returning('id')
    .executeTakeFirst()

type AddedMember = Pick<AddedPerson, 'requestId' | 'addedBy'> & {
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
  { userId, zoneIds, requestId, addedBy, isInvited = false }: AddedMember,
): Promise<boolean> {
  const { numAffectedRows } = await sql`
    insert into emergency_people (emergency_id, user_id, zone_id, zone_name, name, sort_name, phone, why, request_id, added_by,
      counted, uncounted_reason)
    select ${emergencyId}, u.id, z.id, left(z.name, 200), left(trim(u.first_name || ' ' || u.last_name), 200),
      left(trim(u.last_name || ' ' || u.first_name), 200), left(coalesce(trim(u.phone), ''), 40), 'came_later', ${requestId}::uuid,
      ${addedBy}::uuid, c.user_id is null, c.reason
    from zone_assignments a join user_profiles u on u.id = a.user_id and u.status = 'active' join zones z on z.id = a.zone_id
      left join zone_uncounted_people c on c.user_id = a.user_id and c.zone_id = a.zone_id
    where a.user_id = ${userId} and (a.accepted_at is not null or ${isInvited}) and a.zone_id = any(${[...zoneIds]}::uuid[])
    order by z.name_order, z.id limit 1
    on conflict (emergency_id, user_id) do nothing`.execute(tx)
  return Number(numAffectedRows ?? 0) > 0
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
  sql`update emergency_people p set name = '', sort_name = '', phone = '', name_salt = null, latitude = null,
      longitude = null, uncounted_reason = null
    from emergencies e where e.id = p.emergency_id and e.all_clear_at is not null and p.user_id = ${userId}`.execute(
    tx,
  )
