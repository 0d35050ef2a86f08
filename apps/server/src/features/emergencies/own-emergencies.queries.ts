import { limits } from '@muster/domain/limits.ts'
import { sql } from 'kysely'
import type { Tx } from '../../db/database.ts'
import { many, type NewRow, one } from '../../db/rows.ts'
import { selectBoardViewers } from './emergencies.audience.ts'
import {
  declarerPhone,
  type EmergencyRow,
  messageIn,
  type OwnEmergencyRow,
  pointsIn,
} from './emergencies.queries.ts'
import { withKnownZones, zoneNamesIn } from './emergency-zones.queries.ts'

export type OwnAllClearRow = Pick<EmergencyRow, 'id' | 'zone_name' | 'drill' | 'broken_off'> & {
  readonly all_clear_at: Date
  readonly needs_help: boolean
  readonly declarer: string | null
  readonly phone: string | null
}

/** What a list of the person's emergencies would have. */
type OwnConcerns = { readonly own: boolean; readonly ended: boolean; readonly nearby: boolean }

/**
 * Everybody called asks at once, and most lists, several times as slow, are empty. Indexes: emergencies_open, emergency_people_user.
 */
export const findOwnConcerns = (tx: Tx, userId: string) =>
  one(tx)<OwnConcerns>`
    select coalesce(bool_or(e.all_clear_at is null), false) as own,
      coalesce(bool_or(e.all_clear_at > now() - ${limits.allClearShownMs}::float8 * interval '1 ms'), false) as ended,
      exists (select from emergencies o join emergency_zones z on z.emergency_id = o.id
        join zone_assignments a on a.zone_id = z.zone_id and a.user_id = ${userId}::uuid
        where o.all_clear_at is null
          and not exists (select from emergency_people r where r.emergency_id = o.id and r.user_id = a.user_id)) as nearby
    from emergency_people p join emergencies e on e.id = p.emergency_id where p.user_id = ${userId}::uuid`

/** Ended a short time ago; no drill while a real one is open, because it would say that it is over. Index: emergencies_ended. */
export const listOwnAllClears = (tx: Tx, userId: string, limit: number) =>
  many(tx)<OwnAllClearRow>`
    select e.id, e.zone_name, e.drill, e.broken_off, e.all_clear_at, p.state = 'help' as needs_help,
      trim(u.first_name || ' ' || u.last_name) as declarer, ${declarerPhone} as phone
    from emergencies e
      join emergency_people p on p.emergency_id = e.id and p.user_id = ${userId}
      left join user_profiles u on u.id = e.declared_by
    where e.all_clear_at > now() - ${limits.allClearShownMs}::float8 * interval '1 ms'
      and not (e.drill and exists (select from emergency_people its join emergencies r on r.id = its.emergency_id
        where its.user_id = p.user_id and r.all_clear_at is null and not r.drill))
    order by e.all_clear_at desc, e.id limit ${limit}`

/**
 * For a member on no roll of `e`: accepted memberships first, by name. Invited people may be there too, but do not learn who
 * declared it. Alias: `near`.
 */
export const joinNearbyZone = (userId: string) => sql`
  join lateral (
    select a.zone_id, a.accepted_at is not null as is_accepted from emergency_zones its
      join zones z on z.id = its.zone_id and z.status = 'active'
      join zone_assignments a on a.zone_id = its.zone_id and a.user_id = ${userId}::uuid
    where its.emergency_id = e.id
    order by a.accepted_at is null, its.name_order, a.zone_id limit 1) near on not exists (
      select from emergency_people p where p.emergency_id = e.id and p.user_id = ${userId}::uuid)`

/**
 * Asks a member on none of their rolls who has not said that they are not there; not those who may open the board. Indexes:
 * emergencies_open, emergency_zones_name.
 */
export async function listNearbyEmergencies(
  tx: Tx,
  userId: string,
  { languages, limit }: { readonly languages: readonly string[]; readonly limit: number },
): Promise<OwnEmergencyRow[]> {
  const rows = await many(tx)<OwnEmergencyRow>`
    select e.id, e.zone_name, ${zoneNamesIn(sql`near.zone_id`)} as zone_names, e.kind, e.drill, ${messageIn(sql`its.language`)} as message,
      e.declared_at, e.ordered_at, e.answers, its.language, 'missing' as state, null::timestamptz as state_at,
      trim(u.first_name || ' ' || u.last_name) as declarer, trim(u.phone) as phone, null as own_state, null as own_words,
      null::timestamptz as own_at, null as marked_by, null::float8 as latitude, null::float8 as longitude, ${pointsIn(sql`near.zone_id`)} as points
    from emergencies e ${joinNearbyZone(userId)}
      left join user_profiles u on u.id = e.declared_by and near.is_accepted
      cross join lateral (select concat_ws(',', ${languages.join(',') || null}::text, reading_language(me.id, me.language)) as language from user_profiles me where me.id = ${userId}::uuid) its
    where e.all_clear_at is null
      and not exists (select from emergency_absences a where a.emergency_id = e.id and a.user_id = ${userId}::uuid)
      and not exists (select from (${selectBoardViewers(sql`e.id`)}) viewer where viewer.user_id = ${userId}::uuid)
    order by e.drill, e.declared_at desc, e.id limit ${limit}`
  return rows.map(withKnownZones)
}

export const noteAbsence = (tx: Tx, absence: NewRow<'emergency_absences'>) =>
  tx
    .insertInto('emergency_absences')
    .values(absence)
    .onConflict(conflict => conflict.columns(['emergency_id', 'user_id']).doNothing())
    .execute()

/** Forgets who is not there, so that they are asked about another order. */
export const forgetAbsences = (tx: Tx, emergencyId: string) =>
  tx.deleteFrom('emergency_absences').where('emergency_id', '=', emergencyId).execute()
