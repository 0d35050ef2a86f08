import type { Permission } from '@muster/domain/permission.ts'
import { sql } from 'kysely'
import type { Tx } from '../../db/database.ts'

/** The zones that exist for the actor or, with a permission, those in which they hold it; with their role where they are a member. */
export async function listReportZones(
  tx: Tx,
  permission: Permission | null,
): Promise<{ id: string; role: string | null }[]> {
  const source = permission === null ? sql`actor_zones()` : sql`actor_zones_with(${permission})`
  const { rows } = await sql<{ id: string; role: string | null }>`
    select z.id, (select a.role from zone_assignments a where a.zone_id = z.id and a.user_id = actor_id()) as role
    from zones z where z.id in (select ${source})`.execute(tx)
  return rows
}

/** Whether the group belongs to the zone. */
export async function findGroupOfZone(tx: Tx, groupId: string, zoneId: string): Promise<boolean> {
  const { rows } = await sql`select from groups where id = ${groupId} and zone_id = ${zoneId}`.execute(tx)
  return rows.length > 0
}

export async function findOwnName(tx: Tx, userId: string): Promise<string> {
  const { rows } = await sql<{ name: string }>`
    select first_name || ' ' || last_name as name from user_profiles where id = ${userId}`.execute(tx)
  return rows[0]?.name.trim() ?? ''
}

/** The time zone of a zone that exists for the actor, else the installation's. */
export async function findTimeZone(
  tx: Tx,
  zoneId: string | undefined,
  installation: string,
): Promise<string> {
  if (zoneId === undefined) return installation
  const { rows } = await sql<{ tz: string }>`
    select zone_time_zone(id, ${installation}) as tz from zones where id = ${zoneId}`.execute(tx)
  return rows[0]?.tz ?? installation
}
