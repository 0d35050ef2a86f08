import type { MeetingPlace } from '@muster/contract/emergencies.ts'
import { limits } from '@muster/domain/limits.ts'
import { type RawBuilder, sql } from 'kysely'
import type { Tx } from '../../db/database.ts'
import { many, type TableRow } from '../../db/rows.ts'
import { wireTime } from '../../db/wire-time.ts'
import { fail } from '../../rpc/fail.ts'
import type { PageOf } from '../../rpc/paging.ts'
import { isStanding } from './claims.queries.ts'
import { withKnownZones, zoneNamesIn } from './emergency-zones.queries.ts'
import type { PlanCopy } from './plans/plans.queries.ts'

/** `badges_added_at`: when everybody who was inside by badge at the declaration was on the roll. */
export type EmergencyRow = Omit<TableRow<'emergencies'>, keyof PlanCopy | 'alerts_ended_at'> & PlanCopy
/** An emergency with the row of the actor on its roll or, without one, the zone in which they may be there. */
export type OwnRollRow = EmergencyRow &
  (
    | { readonly person_id: string; readonly nearby_zone_id: null }
    | { readonly person_id: null; readonly nearby_zone_id: string }
  )

/** The time of the order that counts now. */
export const toOrderedAt = ({ declared_at, ordered_at }: Pick<EmergencyRow, 'declared_at' | 'ordered_at'>) =>
  ordered_at ?? declared_at

/** True if an answer names an order that another one has replaced. */
export const isToEarlierOrder = (
  emergency: Pick<EmergencyRow, 'declared_at' | 'ordered_at'>,
  orderedAt: string | undefined,
): boolean => orderedAt !== undefined && Date.parse(orderedAt) < toOrderedAt(emergency).getTime()

/** Finds an emergency that the actor sees. Index: the primary key. */
export const findEmergency = (tx: Tx, id: string): Promise<EmergencyRow | undefined> =>
  tx.selectFrom('emergencies').selectAll().where('id', '=', id).$castTo<EmergencyRow>().executeTakeFirst()

export async function requireEmergency(tx: Tx, id: string): Promise<EmergencyRow> {
  const emergency = await findEmergency(tx, id)
  if (!emergency) throw fail('EMERGENCY_NOT_FOUND')
  return emergency
}

export type EmergencyCursor = { readonly ended: boolean; readonly at: string; readonly id: string }

/**
 * Lists the emergencies of zones in which the actor may see who is inside or is a captain: open ones first, then the newest. Indexes:
 * emergencies_open, emergencies_newest.
 */
export function listEmergencies(
  tx: Tx,
  { after, limit }: PageOf<EmergencyCursor>,
  { onlyOpen, installation }: { readonly onlyOpen: boolean; readonly installation: string },
) {
  const isEnded = sql<boolean>`(all_clear_at is not null)`
  let query = tx
    .selectFrom('emergencies')
    .selectAll()
    .select([
      isEnded.as('ended'),
      wireTime('declared_at').as('declared_at_exact'),
      sql<string>`zone_time_zone(zone_id, ${installation})`.as('time_zone'),
      sql<
        string[]
      >`array(select z.zone_id from emergency_zones z where z.emergency_id = emergencies.id and z.zone_id is not null
        and emergencies.scope <> 'all' order by z.zone_id limit ${limits.emergencyZonesMost})`.as('zone_ids'),
    ])
    .$castTo<
      EmergencyRow & { ended: boolean; declared_at_exact: string; time_zone: string; zone_ids: string[] }
    >()
    .where(
      sql<boolean>`((select actor_can('view_all_zones')) or id in (select actor_captain_emergencies())
        or id in (select z.emergency_id from emergency_zones z where z.zone_id in (select actor_zones_with('view_attendance'))))`,
    )
    .orderBy(isEnded)
    .orderBy('declared_at', 'desc')
    .orderBy('id', 'desc')
    .limit(limit)
  if (onlyOpen) query = query.where('all_clear_at', 'is', null)
  if (after)
    query = query.where(
      sql<boolean>`(${isEnded} > ${after.ended}::boolean
        or ${isEnded} = ${after.ended}::boolean and (declared_at, id) < (${after.at}::timestamptz, ${after.id}::uuid))`,
    )
  return query.execute()
}

/** The assembly points at which people of a zone meet in the emergency `e`: those of the plan, if the zone still has one of them. */
export const pointsIn = (zoneId: RawBuilder<unknown>) => sql<MeetingPlace[]>`(
  select coalesce(json_agg(place order by place.name), '[]') from (
    select point.id, point.name, point.latitude as lat, point.longitude as lng from assembly_points point
    where point.zone_id = ${zoneId} and e.kind = 'evacuate'
      and (point.name = any(e.point_names) or not exists (
        select from assembly_points its where its.zone_id = ${zoneId} and its.name = any(e.point_names)))
    order by point.name limit ${limits.assemblyPointsMost}) place)`

/** The assembly points of the person on the roll `p` of the emergency `e`. */
export const pointsOnRoll = pointsIn(sql`p.zone_id`)

/** The message of the emergency `e` as `readPlanText` of the domain returns it, for languages separated by commas. */
export const messageIn = (languages: RawBuilder<unknown>) =>
  sql<string>`coalesce((select e.messages ->> its.code from unnest(string_to_array(${languages}, ',')) with ordinality its (code, place)
    where e.messages ->> its.code <> '' order by its.place limit 1), e.message)`

/**
 * The declarer's telephone number, from the profile `u`; null for a person on the roll, `p`, who has not accepted their invitation to the
 * zone, because a mistyped code invites strangers.
 */
export const declarerPhone = sql`case when not exists (select from zone_assignments a
  where a.user_id = p.user_id and a.zone_id = p.zone_id and a.accepted_at is null) then trim(u.phone) end`

export type OwnEmergencyRow = Pick<
  EmergencyRow,
  'id' | 'zone_name' | 'kind' | 'drill' | 'message' | 'declared_at' | 'ordered_at' | 'answers'
> & {
  readonly zone_names: string[] | null
  readonly language: string
  readonly declarer: string | null
  readonly phone: string | null
  readonly points: MeetingPlace[]
  readonly latitude: number | null
  readonly longitude: number | null
  readonly marked_by: string | null
  readonly state: string
  readonly state_at: Date | null
  readonly own_state: string | null
  readonly own_words: string | null
  readonly own_at: Date | null
}

/**
 * Lists the open emergencies that have the person on their roll. Texts are in one of `languages` that the app does not have, or
 * else in the person's. Index: emergency_people_user.
 */
export async function listOwnEmergencies(
  tx: Tx,
  userId: string,
  { languages, limit }: { readonly languages: readonly string[]; readonly limit: number },
): Promise<OwnEmergencyRow[]> {
  const rows = await many(tx)<OwnEmergencyRow>`
    select e.id, e.zone_name, ${zoneNamesIn(sql`p.zone_id`)} as zone_names, e.kind, e.drill, ${messageIn(sql`its.language`)} as message, e.declared_at,
      e.ordered_at, e.answers, its.language, p.state, p.state_at,
      trim(u.first_name || ' ' || u.last_name) as declarer, ${declarerPhone} as phone, p.own_state, p.answer as own_words, p.own_at,
      ${pointsOnRoll} as points, p.latitude, p.longitude, marked.name as marked_by
    from emergency_people p
      join emergencies e on e.id = p.emergency_id and e.all_clear_at is null
      left join user_profiles u on u.id = e.declared_by
      cross join lateral (select concat_ws(',', ${languages.join(',') || null}::text, reading_language(me.id, me.language)) as language from user_profiles me where me.id = p.user_id) its
      left join lateral (
        select c.how, trim(who.first_name || ' ' || who.last_name) as name
        from emergency_claims c left join user_profiles who on who.id = c.claimed_by
        where c.roll_entry_id = p.id and c.state = p.state and ${isStanding}
        order by c.happened_at desc, c.request_id desc limit 1) marked on marked.how = 'captain'
    where p.user_id = ${userId}
    order by e.drill, e.declared_at desc, e.id limit ${limit}`
  return rows.map(withKnownZones)
}
