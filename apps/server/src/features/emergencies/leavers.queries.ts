import { limits } from '@muster/domain/limits.ts'
import { sql } from 'kysely'
import type { Tx } from '../../db/database.ts'
import { wireTime } from '../../db/wire-time.ts'
import type { PageOf } from '../../rpc/paging.ts'
import type { TargetZones } from './emergency-zones.queries.ts'

/**
 * Notes who left shortly before the declaration and is not on the roll, once each, by the last visit. Runs as the database owner. Index:
 * presence_history_zone_left.
 */
export async function freezeLeavers(tx: Tx, emergencyId: string, zoneIds: TargetZones): Promise<void> {
  await sql`
    insert into emergency_leavers (emergency_id, zone_id, zone_name, user_id, name, sort_name, phone, left_at)
    select distinct on (u.id) ${emergencyId}, z.id, left(z.name, 200), u.id, left(trim(u.first_name || ' ' || u.last_name), 200),
      left(trim(u.last_name || ' ' || u.first_name), 200), left(coalesce(trim(u.phone), ''), 40), h.exit_time
    from zones z
      join lateral (select h.user_id, h.exit_time from presence_history h
        where h.zone_id = z.id and h.exit_time is not null and h.exit_time <= now()
          and h.exit_time >= now() - ${limits.leftBeforeMs}::float8 * interval '1 ms') h on true
      join user_profiles u on u.id = h.user_id
    where (${zoneIds === null} or z.id = any(${[...(zoneIds ?? [])]}::uuid[]))
      and not exists (select from emergency_people p where p.emergency_id = ${emergencyId} and p.user_id = u.id)
    order by u.id, h.exit_time desc`.execute(tx)
}

/** True for people who have not come back since, who are on the roll then. The alias of the table is `l`. */
const isStillAway = sql<boolean>`not exists (
  select from emergency_people p where p.emergency_id = l.emergency_id and p.user_id = l.user_id)`

export async function countLeavers(tx: Tx, emergencyId: string): Promise<number> {
  const { rows } = await sql<{ count: string }>`
    select count(*) from emergency_leavers l where l.emergency_id = ${emergencyId} and ${isStillAway}`.execute(
    tx,
  )
  return Number(rows[0]?.count)
}

export type LeaverCursor = { readonly at: string; readonly id: string }

/** Lists those who left before the declaration, last first. Index: emergency_leavers_time. */
export function listLeavers(tx: Tx, emergencyId: string, { after, limit }: PageOf<LeaverCursor>) {
  let query = tx
    .selectFrom('emergency_leavers as l')
    .select(['l.id', 'l.name', 'l.phone', 'l.zone_name', 'l.left_at'])
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

/** Removes the names of leavers whose account was deleted during an emergency that has ended. */
export const clearLeavers = (limit: number) => sql`
  update emergency_leavers set name = '', sort_name = '', phone = '' where id in (
    select l.id from emergencies e join emergency_leavers l on l.emergency_id = e.id
    where e.all_clear_at is not null and l.user_id is null and l.name <> '' limit ${limit})`

/** Removes a person's name from the leavers of ended emergencies, before the account is deleted. Runs as the database owner. */
export const forgetLeaver = (tx: Tx, userId: string) =>
  sql`update emergency_leavers l set name = '', sort_name = '', phone = '' from emergencies e
    where e.id = l.emergency_id and e.all_clear_at is not null and l.user_id = ${userId}`.execute(tx)
