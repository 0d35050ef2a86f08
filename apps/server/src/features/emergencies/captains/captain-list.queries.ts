import { limits } from '@muster/domain/limits.ts'
import type { Tx } from '../../../db/database.ts'
import { type PersonName, type PersonNameLookup, toNameLookup } from '../../../db/person-names.ts'
import { many } from '../../../db/rows.ts'
import type { EmergencyRow } from '../emergencies.queries.ts'
import { captainZones } from './captain-zones.ts'

type CaptainZoneRow = { readonly id: string; readonly name: string; readonly points: string[] }

/** Lists the zones of which a person is a captain, with their assembly points. */
export const listCaptainZones = (tx: Tx, userId: string, limit: number) =>
  many(tx)<CaptainZoneRow>`
    select z.id, z.name, array(select p.name from assembly_points p where p.zone_id = z.id
      order by p.name limit ${limits.assemblyPointsMost}) as points
    from zones z where z.id in (${captainZones(userId)}) order by z.name_order, z.id limit ${limit}`

export type CaptainEmergencyRow = EmergencyRow & {
  readonly zones: { readonly id: string; readonly name: string }[]
}

/** Lists the open emergencies of zones with those of the zones that are theirs, newest first. */
export const listOpenInZones = (tx: Tx, zoneIds: readonly string[], limit: number) =>
  many(tx)<CaptainEmergencyRow>`
    select e.*, its.zones from emergencies e cross join lateral (
      select jsonb_agg(jsonb_build_object('id', z.zone_id, 'name', z.zone_name) order by z.name_order, z.zone_id) as zones
      from emergency_zones z where z.emergency_id = e.id and z.zone_id = any(${[...zoneIds]}::uuid[])) its
    where e.all_clear_at is null and its.zones is not null
    order by e.drill, e.declared_at desc, e.id limit ${limit}`

export type RecentEmergencyRow = Pick<EmergencyRow, 'id' | 'declared_at' | 'all_clear_at'> & {
  readonly zone_ids: string[]
}

/** Lists the emergencies of zones that were open lately. */
export const listRecentInZones = (tx: Tx, zoneIds: readonly string[], limit: number) =>
  many(tx)<RecentEmergencyRow>`
    select e.id, e.declared_at, e.all_clear_at, array_agg(z.zone_id order by z.zone_id) as zone_ids
    from emergencies e join emergency_zones z on z.emergency_id = e.id and z.zone_id = any(${[...zoneIds]}::uuid[])
    where e.all_clear_at is null or e.all_clear_at > now() - ${limits.heldTickMs}::float8 * interval '1 ms'
    group by e.id order by e.declared_at desc, e.id limit ${limit}`

/**
 * Lists the emergencies that are open, or ended lately, with a person on their roll whom a captain accounts for. The person's row may be
 * in any zone of the captain, because a call for several zones lists a person once.
 */
export const listEmergenciesWith = (tx: Tx, userId: string, captainId: string, zoneIds: readonly string[]) =>
  many(tx)<
    EmergencyRow & { readonly person_id: string; readonly zone_ids: string[]; readonly appointed_at: Date }
  >`
    select e.*, p.id as person_id, c.appointed_at,
      array(select z.zone_id from emergency_zones z where z.emergency_id = e.id and z.zone_id is not null) as zone_ids
    from emergency_people p join emergencies e on e.id = p.emergency_id
      join zone_captains c on c.zone_id = p.zone_id and c.user_id = ${captainId}::uuid
    where p.user_id = ${userId} and p.zone_id = any(${[...zoneIds]}::uuid[])
      and (e.all_clear_at is null or e.all_clear_at > now() - ${limits.heldTickMs}::float8 * interval '1 ms')
    order by e.declared_at desc, e.id`

/** Loads names for captains, who need not share a zone with everybody who said something. */
export async function loadNames(tx: Tx, ids: readonly (string | null)[]): Promise<PersonNameLookup> {
  const rows = await many(tx)<PersonName>`
    select id, trim(first_name || ' ' || last_name) as name from user_profiles where id = any(${[...ids]}::uuid[])`
  return toNameLookup(rows)
}
