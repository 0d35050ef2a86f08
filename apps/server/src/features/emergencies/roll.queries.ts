import {
  callsPeopleInside,
  type EmergencyKind,
  type RollReason,
  uncertainAboveMeters,
} from '@muster/domain/emergency.ts'
import { limits } from '@muster/domain/limits.ts'
import { type RawBuilder, sql } from 'kysely'
import type { Tx } from '../../db/database.ts'
import type { EmergencyRow } from './emergencies.queries.ts'

type Target = {
  readonly zoneId: string | null
  readonly kind: EmergencyKind
  /** Whom the plan calls besides. */
  readonly audience?: readonly string[]
}

/** Explains why somebody inside counts: old readings come before inaccurate ones. The presence row has the alias `t`. */
const insideReason = sql`case
  when coalesce(t.captured_at, t.entry_time) < now() - ${limits.presenceStaleMs}::float8 * interval '1 ms' then 'not_seen'
  when t.accuracy_meters > ${uncertainAboveMeters} then 'uncertain'
  else 'inside' end`

/**
 * Selects the people whom an emergency calls, each once: those inside, with those not seen lately, or all members. For all zones,
 * the zone is the one with the person's latest reading. Positions of people without location consent are left out.
 */
function selectRoll({ zoneId, kind, audience = [] }: Target): RawBuilder<unknown> {
  const inTarget = (column: string) => sql`(${zoneId}::uuid is null or ${sql.ref(column)} = ${zoneId}::uuid)`
  const callsMembers = !callsPeopleInside(kind) || audience.includes('members')
  const people = !callsMembers
    ? sql`presence_tracking t join user_profiles u on u.id = t.user_id join zones z on z.id = t.zone_id
        where t.is_inside_zone and ${inTarget('t.zone_id')}`
    : sql`zone_assignments a join user_profiles u on u.id = a.user_id
          join zones z on z.id = a.zone_id
          left join presence_tracking t on t.user_id = a.user_id and t.zone_id = a.zone_id
        where ${inTarget('a.zone_id')} and (a.accepted_at is not null and u.status = 'active' and z.status = 'active'
          or ${callsPeopleInside(kind)} and t.is_inside_zone)`
  return sql`
    select distinct on (u.id) u.id as user_id, z.id as zone_id, z.name as zone_name,
      left(trim(u.first_name || ' ' || u.last_name), 200) as name, left(trim(u.last_name || ' ' || u.first_name), 200) as sort_name,
      left(coalesce(trim(u.phone), ''), 40) as phone,
      case when t.is_inside_zone then ${insideReason} else 'off_site' end as why,
      case when t.is_inside_zone then t.entry_time end as inside_since, t.captured_at as seen_at, t.accuracy_meters,
      case when t.consent = 'given' then t.latitude end as latitude, case when t.consent = 'given' then t.longitude end as longitude
    from ${people}
    order by u.id, t.is_inside_zone desc nulls last, t.captured_at desc nulls last, z.id`
}

/** Counts whom an emergency would call, by reason. Runs as the database owner. */
export async function countRoll(tx: Tx, target: Target): Promise<{ why: RollReason; people: number }[]> {
  const { rows } = await sql<{ why: RollReason; people: string }>`
    select why, count(*) as people from (${selectRoll(target)}) roll group by why`.execute(tx)
  return rows.map(({ why, people }) => ({ why, people: Number(people) }))
}

/** Freezes the roll of a new emergency; returns the number of people. Runs as the database owner. */
export async function freezeRoll(tx: Tx, emergencyId: string, target: Target): Promise<number> {
  const { numAffectedRows } = await sql`
    insert into emergency_people (emergency_id, user_id, zone_id, zone_name, name, sort_name, phone, why, inside_since, seen_at,
      accuracy_meters, latitude, longitude)
    select ${emergencyId}, user_id, zone_id, zone_name, name, sort_name, phone, why, inside_since, seen_at, accuracy_meters, latitude,
      longitude
    from (${selectRoll(target)}) roll order by sort_name, user_id`.execute(tx)
  return Number(numAffectedRows ?? 0)
}

/**
 * Lists the open emergencies in some zones or, without zones, all; never one that lost its zone. Runs as the database owner. Index:
 * emergencies_open.
 */
export async function listOpen(tx: Tx, zoneIds?: readonly string[]): Promise<EmergencyRow[]> {
  const { rows } = await sql<EmergencyRow>`
    select * from emergencies where all_clear_at is null and (zone_id is not null or zone_name is null)
      and (${zoneIds === undefined} or zone_id is null or zone_id = any(${[...(zoneIds ?? [])]}::uuid[]))
    order by id`.execute(tx)
  return rows
}

/** Lists drills that have been open too long. Runs as the database owner. Index: emergencies_open. */
export async function listForgottenDrills(tx: Tx): Promise<EmergencyRow[]> {
  const { rows } = await sql<EmergencyRow>`
    select * from emergencies where all_clear_at is null and drill
      and declared_at <= now() - ${limits.drillMostMs}::float8 * interval '1 ms'
    order by id for no key update`.execute(tx)
  return rows
}

/**
 * Locks an open emergency, so that the all clear waits for the end of the transaction and reaches everybody who is added; undefined if
 * the emergency is no longer open. Runs as the database owner.
 */
export async function lockOpen(tx: Tx, emergencyId: string): Promise<EmergencyRow | undefined> {
  const { rows } = await sql<EmergencyRow>`
    select * from emergencies
    where id = ${emergencyId} and all_clear_at is null and (zone_id is not null or zone_name is null) for no key update`.execute(
    tx,
  )
  return rows[0]
}

/**
 * Adds people who are inside now and not on the roll yet, because they arrived after the declaration. Returns their ids. Runs as the
 * database owner.
 */
export async function addNewcomers(
  tx: Tx,
  { id, zone_id }: Pick<EmergencyRow, 'id' | 'zone_id'>,
): Promise<string[]> {
  const { rows } = await sql<{ user_id: string }>`
    insert into emergency_people (emergency_id, user_id, zone_id, zone_name, name, sort_name, phone, why, inside_since, seen_at,
      accuracy_meters, latitude, longitude)
    select ${id}, user_id, zone_id, zone_name, name, sort_name, phone, 'came_later', inside_since, seen_at, accuracy_meters, latitude,
      longitude
    from (${selectRoll({ zoneId: zone_id, kind: 'evacuate' })}) roll
    where not exists (select from emergency_people p where p.emergency_id = ${id} and p.user_id = roll.user_id)
    order by sort_name, user_id
    on conflict (emergency_id, user_id) do nothing returning user_id`.execute(tx)
  return rows.map(it => it.user_id)
}

type AddedPerson = {
  emergencyId: string
  zoneId: string | null
  zoneName: string | null
  name: string
  phone: string
  requestId: string
  addedBy: string
}

/** Adds somebody by hand; returns undefined if the request was made before. Runs as the database owner. */
export const insertByHand = (tx: Tx, it: AddedPerson) =>
  tx
    .insertInto('emergency_people')
    .values({
      emergency_id: it.emergencyId,
      zone_id: it.zoneId,
      zone_name: it.zoneName,
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
 * Removes positions from the rolls of emergencies that ended a while ago, and the names of people whose account was deleted
 * meanwhile. Nobody is removed from a roll, so no count changes.
 */
export const clearOldRolls = (limit: number) => sql`
  update emergency_people set
    latitude = case when its.old then null else latitude end, longitude = case when its.old then null else longitude end,
    name = case when its.gone then '' else name end, sort_name = case when its.gone then '' else sort_name end,
    phone = case when its.gone then '' else phone end
  from (
    select p.id as person_id, e.all_clear_at < now() - ${limits.emergencyPositionDays} * interval '1 day' as old,
      p.user_id is null and p.why <> 'by_hand' as gone
    from emergencies e join emergency_people p on p.emergency_id = e.id
    where e.all_clear_at is not null and (
      e.all_clear_at < now() - ${limits.emergencyPositionDays} * interval '1 day' and p.latitude is not null
      or p.user_id is null and p.why <> 'by_hand' and p.name <> '')
    limit ${limit}) its
  where id = its.person_id`

/** Removes a person's name from the rolls of ended emergencies, before the account is deleted. Runs as the database owner. */
export const forgetOnRolls = (tx: Tx, userId: string) =>
  sql`update emergency_people p set name = '', sort_name = '', phone = '', latitude = null, longitude = null
    from emergencies e where e.id = p.emergency_id and e.all_clear_at is not null and p.user_id = ${userId}`.execute(
    tx,
  )
