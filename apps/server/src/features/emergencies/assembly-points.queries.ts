import { arrivalToleranceMeters, uncertainAboveMeters } from '@muster/domain/emergency.ts'
import { metersPerDegree } from '@muster/domain/geo/distance.ts'
import { limits } from '@muster/domain/limits.ts'
import { sql } from 'kysely'
import type { Tx } from '../../db/database.ts'
import { many, manyValues, run } from '../../db/rows.ts'

export type AssemblyPoint = {
  readonly name: string
  readonly lat: number
  readonly lng: number
  readonly radiusMeters: number
}

/** Lists a zone's assembly points by name. Index: assembly_points_name. */
export async function listPoints(tx: Tx, zoneId: string, limit: number): Promise<AssemblyPoint[]> {
  const rows = await tx
    .selectFrom('assembly_points')
    .select(['name', 'latitude', 'longitude', 'radius_meters'])
    .where('zone_id', '=', zoneId)
    .orderBy('name')
    .limit(limit)
    .execute()
  return rows.map(it => ({
    name: it.name,
    lat: it.latitude,
    lng: it.longitude,
    radiusMeters: it.radius_meters,
  }))
}

/** Makes concurrent changes of a zone's assembly points wait until the transaction ends. */
export const lockPoints = (tx: Tx, zoneId: string) =>
  run(tx)`select pg_advisory_xact_lock(hashtextextended(${`assembly points:${zoneId}`}, 0))`

/** Replaces a zone's assembly points, which must be locked. */
export async function replacePoints(tx: Tx, zoneId: string, points: readonly AssemblyPoint[]): Promise<void> {
  await tx.deleteFrom('assembly_points').where('zone_id', '=', zoneId).execute()
  if (points.length === 0) return
  await tx
    .insertInto('assembly_points')
    .values(
      points.map(it => ({
        zone_id: zoneId,
        name: it.name,
        latitude: it.lat,
        longitude: it.lng,
        radius_meters: it.radiusMeters,
      })),
    )
    .execute()
}

/** Where somebody on a roll was at a time, by phone or badge. */
export type Reading = { readonly person_id: string; readonly place: string; readonly at: Date }

/** True if a reading `t` is at the assembly point `point`. Readings that are too inaccurate for the circle do not count. */
const isAtPoint = sql<boolean>`(abs(t.latitude - point.latitude) * ${metersPerDegree}::float8 <= point.radius_meters
  and ((t.latitude - point.latitude) * ${metersPerDegree}::float8)^2
      + ((t.longitude - point.longitude) * ${metersPerDegree}::float8 * cos(radians(point.latitude)))^2
    <= least(point.radius_meters, point.radius_meters + ${arrivalToleranceMeters}::float8 - t.accuracy_meters)^2
  and t.accuracy_meters <= point.radius_meters + ${arrivalToleranceMeters}::float8)`

/** True for the people `p` for whom an assembly point counts: all but those who are safe already, or need help. */
const isSought = sql<boolean>`p.state in ('missing', 'elsewhere', 'not_on_site')`

/**
 * The missing, and whoever was said to be elsewhere or not on site before the newest reading, taken since they were called or last
 * spoken about; no faked ones. For people no longer inside, another zone's point counts too, as its circle may reach into theirs;
 * they must then be outside all zones of the emergency. As the database owner.
 */
export const findArrivals = (tx: Tx, emergencyId: string, limit: number) =>
  many(tx)<Reading>`
    select distinct on (p.id) p.id as person_id, point.name as place, t.captured_at as at
    from emergencies e
      join emergency_people p on p.emergency_id = e.id and ${isSought}
      join presence_tracking t on t.user_id = p.user_id and t.latitude is not null and t.consent = 'given' and t.mock is not true
        and t.captured_at > greatest(e.declared_at, p.state_at) and t.accuracy_meters <= ${uncertainAboveMeters}
      join zones of_person on of_person.id = p.zone_id
      join zones near on near.client_id = of_person.client_id
      join assembly_points point on point.zone_id = near.id
    where e.id = ${emergencyId} and e.kind = 'evacuate' and e.all_clear_at is null and ${isAtPoint}
      and (point.zone_id = p.zone_id or not exists (
        select from presence_tracking i where i.user_id = p.user_id and i.is_inside_zone and (i.zone_id = p.zone_id
          or i.zone_id in (select z.zone_id from emergency_zones z where z.emergency_id = e.id) and not exists (
            select from emergency_zones z where z.emergency_id = e.id and z.zone_id = point.zone_id))))
    order by p.id, point.zone_id <> p.zone_id, t.captured_at desc, point.name limit ${limit}`

/** Lists evacuations that are open, or ended so recently that phones without a network may not have sent their readings yet. */
export const listLateEvacuations = (tx: Tx) =>
  manyValues(tx)<string>`
    select id from emergencies where kind = 'evacuate'
      and (all_clear_at is null or all_clear_at > now() - ${limits.heldTickMs}::float8 * interval '1 ms') order by id`

/**
 * By a reading that is not the newest, because the phone had no network and sent several at once: taken between declaration and all
 * clear, and since the person was last spoken about or before anything was said, so the order of arrival makes no difference; else
 * like `findArrivals`. Nobody who is inside now. Picks `limit` people at random, so that runs reach everybody. As the owner. Index:
 * position_checks_person.
 */
export const findLateArrivals = (tx: Tx, emergencyId: string, limit: number) =>
  many(tx)<Reading>`
    select distinct on (p.id) p.id as person_id, t.place, t.captured_at as at
    from (select p.id, p.user_id, p.zone_id, p.state_at, e.declared_at, e.all_clear_at,
          (select min(c.happened_at) from emergency_claims c where c.roll_entry_id = p.id and c.state <> 'neutral') as first_said_at
        from emergencies e join emergency_people p on p.emergency_id = e.id and ${isSought} and p.user_id is not null
        where e.id = ${emergencyId} and e.kind = 'evacuate' order by random() limit ${limit}) p
      join zones of_person on of_person.id = p.zone_id
      join presence_tracking its on its.user_id = p.user_id and its.consent = 'given'
      cross join lateral (
        select point.name as place, point.zone_id, least(t.captured_at, t.received_at) as captured_at
        from position_checks t join zones near on near.client_id = of_person.client_id join assembly_points point on point.zone_id = near.id
        where t.user_id = p.user_id and t.zone_id = its.zone_id and t.mock is not true and t.accuracy_meters <= ${uncertainAboveMeters}
          and t.captured_at > p.declared_at and t.captured_at < now() + interval '2 days'
          and least(t.captured_at, t.received_at) > p.declared_at
          and (p.state_at is null or least(t.captured_at, t.received_at) > p.state_at
            or least(t.captured_at, t.received_at) < p.first_said_at)
          and least(t.captured_at, t.received_at) <= coalesce(p.all_clear_at, 'infinity') and ${isAtPoint}
        order by least(t.captured_at, t.received_at), point.zone_id <> p.zone_id, point.name limit 1) t
    where p.all_clear_at is not null or not exists (
      select from presence_tracking i where i.user_id = p.user_id and i.is_inside_zone and (i.zone_id = p.zone_id
        or i.zone_id in (select z.zone_id from emergency_zones z where z.emergency_id = ${emergencyId})))
    order by p.id, t.captured_at`
