import { arrivalToleranceMeters, uncertainAboveMeters } from '@muster/domain/emergency.ts'
import { metersPerDegree } from '@muster/domain/geo/distance.ts'
import { sql } from 'kysely'
import type { Tx } from '../../db/database.ts'

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

/** Replaces a zone's assembly points. Runs as the database owner. */
export async function replacePoints(tx: Tx, zoneId: string, points: readonly AssemblyPoint[]): Promise<void> {
  // Two managers who save at the same time must not leave the points of both.
  await sql`select pg_advisory_xact_lock(hashtextextended(${`assembly points:${zoneId}`}, 0))`.execute(tx)
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

export type Arrival = { readonly person_id: string; readonly place: string; readonly captured_at: Date }

/**
 * Finds missing people whose newest reading, taken since they were called or last spoken about, is at an assembly point: of the
 * person's own zone or, for people who are no longer inside it, of another zone of the organisation, whose circle may reach into the zone
 * that they must leave. At the point of a zone to which the emergency does not extend, they must be outside all of its zones. Faked readings do not count, nor those too inaccurate for the circle. Runs as the database owner.
 */
export async function findArrivals(tx: Tx, emergencyId: string, limit: number): Promise<Arrival[]> {
  const northMeters = sql`(t.latitude - point.latitude) * ${metersPerDegree}::float8`
  const eastMeters = sql`(t.longitude - point.longitude) * ${metersPerDegree}::float8 * cos(radians(point.latitude))`
  const { rows } = await sql<Arrival>`
    select distinct on (p.id) p.id as person_id, point.name as place, t.captured_at
    from emergencies e
      join emergency_people p on p.emergency_id = e.id and p.state = 'missing'
      join presence_tracking t on t.user_id = p.user_id and t.latitude is not null and t.consent = 'given' and t.mock is not true
        and t.captured_at > greatest(e.declared_at, p.state_at) and t.accuracy_meters <= ${uncertainAboveMeters}
      join zones of_person on of_person.id = p.zone_id
      join zones near on near.client_id = of_person.client_id
      join assembly_points point on point.zone_id = near.id
    where e.id = ${emergencyId} and e.kind = 'evacuate' and e.all_clear_at is null
      and abs(t.latitude - point.latitude) * ${metersPerDegree}::float8 <= point.radius_meters
      and (${northMeters})^2 + (${eastMeters})^2
        <= least(point.radius_meters, point.radius_meters + ${arrivalToleranceMeters}::float8 - t.accuracy_meters)^2
      and t.accuracy_meters <= point.radius_meters + ${arrivalToleranceMeters}::float8
      and (point.zone_id = p.zone_id or not exists (
        select from presence_tracking i where i.user_id = p.user_id and i.is_inside_zone and (i.zone_id = p.zone_id
          or i.zone_id in (select z.zone_id from emergency_zones z where z.emergency_id = e.id) and not exists (
            select from emergency_zones z where z.emergency_id = e.id and z.zone_id = point.zone_id))))
    order by p.id, point.zone_id <> p.zone_id, t.captured_at desc, point.name limit ${limit}`.execute(tx)
  return rows
}
