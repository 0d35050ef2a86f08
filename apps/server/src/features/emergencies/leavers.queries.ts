import { limits } from '@muster/domain/limits.ts'
import { sql } from 'kysely'
import type { Tx } from '../../db/database.ts'
import { isAmong } from '../../db/is-among.ts'
import { run } from '../../db/rows.ts'
import { wireTime } from '../../db/wire-time.ts'
import type { PageOf } from '../../rpc/paging.ts'
import type { TargetZones } from './emergency-zones.queries.ts'
import { visitNote, visitSortName } from './visitors-on-roll.ts'

/**
 * By last visit, sign-out, or badge unless a listed visitor carried it. Indexes: presence_history_zone_left, visitor_visits_past.
 */
export async function freezeLeavers(tx: Tx, emergencyId: string, zoneIds: TargetZones): Promise<void> {
  await run(tx)`
    insert into emergency_leavers (emergency_id, zone_id, zone_name, user_id, name, sort_name, phone, left_at)
    select distinct on (u.id) ${emergencyId}::uuid, z.id, left(z.name, 200), u.id, left(trim(u.first_name || ' ' || u.last_name), 200),
      left(trim(u.last_name || ' ' || u.first_name), 200), left(coalesce(trim(u.phone), ''), 40), h.exit_time
    from zones z
      join lateral (select h.user_id, h.exit_time from presence_history h
        where h.zone_id = z.id and h.exit_time is not null and h.exit_time <= now() and h.exit_time >= ${leftSince}) h on true
      join user_profiles u on u.id = h.user_id
    where ${isAmong('z.id', zoneIds)}
      and not exists (select from emergency_people p where p.emergency_id = ${emergencyId} and p.user_id = u.id)
    order by u.id, h.exit_time desc`
  await run(tx)`
    insert into emergency_leavers (emergency_id, zone_id, zone_name, visit_id, name, sort_name, phone, note, left_by, left_at)
    select ${emergencyId}::uuid, z.id, left(z.name, 200), v.id, v.name, ${visitSortName}, v.phone, ${visitNote},
      case when v.ended = 'end_of_day' then 'day_end' else 'sign_out' end, v.signed_out_at
    from visitor_visits v join zones z on z.id = v.zone_id left join user_profiles u on u.id = v.host_id
    where ${isAmong('v.zone_id', zoneIds)} and v.signed_out_at <= now() and (v.signed_out_at >= ${leftSince}
      or v.ended = 'end_of_day' and v.signed_out_at >= now() - ${limits.dayEndBeforeMs}::float8 * interval '1 ms')`
  await run(tx)`
    insert into emergency_leavers (emergency_id, zone_id, zone_name, user_id, badge, name, sort_name, phone, note, left_by, left_at)
    select distinct on (coalesce(b.user_id::text, s.zone_id::text || s.number)) ${emergencyId}::uuid, z.id, left(z.name, 200), b.user_id,
      case when b.user_id is null then s.number end,
      left(coalesce(trim(u.first_name || ' ' || u.last_name), b.holder, ''), 200),
      left(coalesce(trim(u.last_name || ' ' || u.first_name), b.holder, ''), 200),
      left(coalesce(nullif(b.phone, ''), trim(u.phone), ''), 40), concat_ws(' · ', nullif(b.company, ''), nullif(s.reader, '')), 'badge', s.at
    from badge_states s join zones z on z.id = s.zone_id
      left join badges b on b.zone_id = s.zone_id and b.number = s.number left join user_profiles u on u.id = b.user_id
    where ${isAmong('s.zone_id', zoneIds)} and s.direction = 'out' and s.at <= now() and s.at >= ${leftSince}
      and (b.user_id is null or not exists (
        select from emergency_people p where p.emergency_id = ${emergencyId} and p.user_id = b.user_id))
      and (b.user_id is not null or not exists (
        select from emergency_leavers l join visitor_visits v on v.id = l.visit_id
        where l.emergency_id = ${emergencyId} and v.zone_id = s.zone_id and v.badge = s.number and v.signed_in_at <= s.at))
    order by coalesce(b.user_id::text, s.zone_id::text || s.number), s.at desc
    on conflict do nothing`
}

const leftSince = sql`now() - ${limits.leftBeforeMs}::float8 * interval '1 ms'`

/**
 * False once they are on the roll. Two visitors of one name hide each other: who came in is on the roll, so nobody is missed.
 * Undoing the sign-out keeps the visit. The alias of the table is `l`.
 */
export const isStillAway = sql<boolean>`not exists (
    select from emergency_people p where p.emergency_id = l.emergency_id and p.user_id = l.user_id)
  and not exists (
    select from emergency_people p where p.emergency_id = l.emergency_id and p.zone_id = l.zone_id and p.badge = l.badge)
  and not exists (
    select from emergency_people p where p.emergency_id = l.emergency_id and p.visit_id = l.visit_id)
  and not exists (
    select from emergency_people p where l.visit_id is not null and p.emergency_id = l.emergency_id and p.visit_id is not null
      and p.zone_id = l.zone_id and p.name = l.name and p.inside_since >= l.left_at)`

export type LeaverCursor = { readonly at: string; readonly id: string }

/** Lists those who left before the declaration, last first. Index: emergency_leavers_time. */
export function listLeavers(tx: Tx, emergencyId: string, { after, limit }: PageOf<LeaverCursor>) {
  let query = tx
    .selectFrom('emergency_leavers as l')
    .select(['l.id', 'l.name', 'l.phone', 'l.zone_name', 'l.left_at', 'l.left_by', 'l.badge', 'l.note'])
    .select(wireTime('l.left_at').as('left_at_exact'))
    .where('l.emergency_id', '=', emergencyId)
    .where(isStillAway)
    .orderBy('l.left_at', 'desc')
    .orderBy('l.id')
    .limit(limit)
  if (after)
    query = query.where(
      sql<boolean>`(l.left_at < ${after.at}::timestamptz or l.left_at = ${after.at}::timestamptz and l.id > ${after.id}::uuid)`,
    )
  return query.execute()
}

export type LeaverRow = Awaited<ReturnType<typeof listLeavers>>[number]

/** Deletes the leavers of emergencies that ended a while ago, when the positions leave the roll. */
export const deleteOldLeavers = (limit: number) => sql`
  delete from emergency_leavers where id in (
    select l.id from emergencies e join emergency_leavers l on l.emergency_id = e.id
    where e.all_clear_at < now() - ${limits.emergencyPositionDays} * interval '1 day' limit ${limit})`

/** True if neither account, visit nor badge keep the name of a leaver `l`. */
const isForgotten = sql`(l.user_id is null and l.visit_id is null and (l.badge is null
  or not exists (select from badges b where b.zone_id = l.zone_id and b.number = l.badge and b.holder = l.name)
    and not exists (select from badge_events r where r.zone_id = l.zone_id and r.number = l.badge and r.holder = l.name)))`

/** Removes the names of leavers whose account, visit or badge was deleted, once the emergency has ended. */
export const clearLeavers = (limit: number) => sql`
  update emergency_leavers set name = '', sort_name = '', phone = '', note = '' where id in (
    select l.id from emergencies e join emergency_leavers l on l.emergency_id = e.id
    where e.all_clear_at is not null and l.name <> '' and ${isForgotten} limit ${limit})`

/** Removes a person's name from the leavers of ended emergencies, before the account is deleted. */
export const forgetLeaver = (tx: Tx, userId: string) =>
  run(tx)`update emergency_leavers l set name = '', sort_name = '', phone = '', note = '' from emergencies e
    where e.id = l.emergency_id and e.all_clear_at is not null and l.user_id = ${userId}`
