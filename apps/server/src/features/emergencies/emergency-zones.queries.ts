import { type RawBuilder, sql } from 'kysely'
import type { Tx } from '../../db/database.ts'
import { isAmong } from '../../db/is-among.ts'
import { many, oneOrNone, oneValue, run } from '../../db/rows.ts'

/** The zones of an emergency; null means all. */
export type TargetZones = readonly string[] | null

/** Lists the zones of an emergency that still exist; for all zones, those that were active when it was declared. */
export async function listZoneIds(tx: Tx, emergencyId: string): Promise<string[]> {
  const rows = await tx
    .selectFrom('emergency_zones')
    .select('zone_id')
    .where('emergency_id', '=', emergencyId)
    .where('zone_id', 'is not', null)
    .orderBy('zone_id')
    .execute()
  return rows.flatMap(({ zone_id }) => zone_id ?? [])
}

/** Returns the zones in which an emergency calls people. */
export const readTarget = async (
  tx: Tx,
  { id, scope }: { readonly id: string; readonly scope: string },
): Promise<TargetZones> => (scope === 'all' ? null : listZoneIds(tx, id))

/** Reads the names of zones, in their order. */
export async function readZoneNames(tx: Tx, zoneIds: readonly string[]): Promise<string[]> {
  const rows = await tx
    .selectFrom('zones')
    .select('name')
    .where('id', 'in', zoneIds)
    .orderBy('name_order')
    .orderBy('id')
    .execute()
  return rows.map(it => it.name)
}

/** Maximum zones that the title of an emergency names. */
const maxNames = 3

/** Joins the names of zones for titles, within the length of the column: "Dock, Gate, Yard +4". */
export function joinZoneNames(names: readonly string[]): string {
  const [name = ''] = names
  if (names.length === 1) return name.slice(0, 200)
  const shownNames = names.slice(0, maxNames).map(it => (it.length > 60 ? `${it.slice(0, 59)}…` : it))
  const others = names.length - shownNames.length
  return shownNames.join(', ') + (others > 0 ? ` +${others}` : '')
}

/** Zones of the same organisation, which people in a zone may know. Null for an emergency for all zones. */
export const zoneNamesIn = (zoneId: RawBuilder<unknown>) => sql<
  string[] | null
>`case when e.zone_name is not null then array(
  select its.zone_name from emergency_zones its join zones z on z.id = its.zone_id
  where its.emergency_id = e.id and z.client_id = (select own.client_id from zones own where own.id = ${zoneId})
  order by its.name_order, its.zone_id) end`

type NamedZones = { readonly zone_name: string | null; readonly zone_names: readonly string[] | null }

/** Replaces the zones in the title of an emergency by those of `zoneNamesIn`. */
export const withKnownZones = <Row extends NamedZones>(row: Row): Row =>
  row.zone_names && row.zone_names.length > 0 ? { ...row, zone_name: joinZoneNames(row.zone_names) } : row

/** The zones of an emergency that belong to one organisation, with their names. */
type OrganisationPart = { readonly zone_ids: string[]; readonly names: string[] }

export const listOrganisationParts = (tx: Tx, emergencyId: string) =>
  many(tx)<OrganisationPart>`
    select array_agg(its.zone_id order by its.name_order, its.zone_id) as zone_ids,
      array_agg(its.zone_name order by its.name_order, its.zone_id) as names
    from emergency_zones its join zones z on z.id = its.zone_id
    where its.emergency_id = ${emergencyId} group by z.client_id order by z.client_id`

/** Stores the zones of a new emergency: the given ones, or all that are active. */
export const insertZones = (tx: Tx, emergencyId: string, zoneIds: TargetZones) =>
  run(tx)`insert into emergency_zones (emergency_id, zone_id, zone_name)
    select ${emergencyId}, z.id, left(z.name, 200) from zones z
    where case when ${zoneIds === null} then z.status = 'active' else z.id = any(${[...(zoneIds ?? [])]}::uuid[]) end
    order by z.id`

/** Lists the names of those of the chosen zones that are not active. */
export async function listNotActive(tx: Tx, zoneIds: TargetZones): Promise<string[]> {
  const rows = await tx
    .selectFrom('zones')
    .select('name')
    .where('id', '=', sql<string>`any(${[...(zoneIds ?? [])]}::uuid[])`)
    .where('status', '<>', 'active')
    .orderBy('name_order')
    .execute()
  return rows.map(it => it.name)
}

/** True if the actor may mark people in the zone of the column; only those who manage all zones mark people without a zone. */
export const mayMarkIn = (
  column: string,
) => sql<boolean>`(${sql.ref(column)} in (select actor_zones_with('broadcast'))
  or ${sql.ref(column)} in (select actor_captain_zones())
  or ${sql.ref(column)} is null and (select may_broadcast(null)))`

/** True if the actor may mark people of an emergency somewhere. */
export const mayManageIn = (emergencyId: string) => sql<boolean>`(may_broadcast(null) or exists (
  select from emergency_zones z where z.emergency_id = ${emergencyId} and z.zone_id is not null and ${mayMarkIn('z.zone_id')}))`

/**
 * Counts the unknown badges that the roll does not list. With zones, it runs as the database owner and counts only theirs; without,
 * row-level security decides which zones the actor sees.
 */
export const countUnlistedInside = (tx: Tx, emergencyId: string, zoneIds?: readonly string[]) =>
  oneValue(tx)<number>`
    select coalesce(sum(unlisted_badges), 0)::integer as numbers from emergency_zones
    where emergency_id = ${emergencyId} and ${isAmong('zone_id', zoneIds)}`

/** True if the actor may give the all clear. */
export async function mayEndEmergency(tx: Tx, emergencyId: string): Promise<boolean> {
  const row = await oneOrNone(tx)<{ its: boolean }>`select actor_may_end_emergency(${emergencyId}) as its`
  return row?.its ?? false
}

/** True if the actor may send broadcasts in one of the zones of an emergency, or in all zones. */
export const maySendIn = (tx: Tx, emergencyId: string) =>
  oneValue(tx)<boolean>`
    select may_broadcast(null) or exists (select from emergency_zones z
      where z.emergency_id = ${emergencyId} and z.zone_id in (select actor_zones_with('broadcast'))) as may_send`

/**
 * The zones of an emergency whose people the actor sees, locates and accounts for; `all` contains the emergency's id for people who see
 * all zones.
 */
export type MissingScope = Readonly<Record<'seen' | 'located' | 'marked' | 'all', readonly string[]>>

/** Reads what the actor may see in a list of who is missing. After the all clear, nobody sees who needs help to leave. */
export async function readMissingScope(tx: Tx, emergencyId: string): Promise<MissingScope> {
  const zoneIds = (condition: RawBuilder<unknown>) => sql`array(select z.zone_id from emergency_zones z
    where z.emergency_id = e.id and z.zone_id is not null and ${condition} order by z.zone_id)`
  const row = await oneOrNone(tx)<MissingScope>`
    select ${zoneIds(sql`true`)} as seen,
      ${zoneIds(sql`z.zone_id in (select actor_zones_with('track_live_locations'))`)} as located,
      ${zoneIds(sql`e.all_clear_at is null and ${mayMarkIn('z.zone_id')}`)} as marked,
      case when actor_can('view_all_zones') then array[e.id] else '{}' end as all
    from emergencies e where e.id = ${emergencyId}`
  return row ?? { seen: [], located: [], marked: [], all: [] }
}

/**
 * Returns the names of the zones of an emergency whose people the actor sees, joined for titles; null if the actor sees everybody, so
 * that the title of the emergency is right.
 */
export async function readPartOfRoll(tx: Tx, emergencyId: string): Promise<string | null> {
  const rows = await many(tx)<{ sees_all: boolean; names: string[] }>`
    select actor_sees_emergency(${emergencyId}) as sees_all, array(select z.zone_name from emergency_zones z
      where z.emergency_id = ${emergencyId} and (z.zone_id in (select actor_zones_with('view_attendance'))
        or z.zone_id in (select actor_captain_zones()))
      order by z.name_order, z.zone_id) as names`
  const [row] = rows
  return row && !row.sees_all ? joinZoneNames(row.names) : null
}
