import { type ReadingLanguage, sourceLanguage } from '@muster/domain/language.ts'
import type { Permission } from '@muster/domain/permission.ts'
import type { ZoneRole } from '@muster/domain/role.ts'
import { sql } from 'kysely'
import type { Tx } from '../../db/database.ts'
import { many, oneOrNone } from '../../db/rows.ts'

export type ReportZoneRow = {
  readonly id: string
  readonly role: ZoneRole | null
  readonly entered: boolean
  readonly full: boolean
}

/**
 * With `permission`, only those where the actor has it. Adds role, PIN entry of this session, and whether every report may be read.
 */
export async function listReportZones(tx: Tx, permission: Permission | null): Promise<ReportZoneRow[]> {
  const source = permission === null ? sql`actor_zones()` : sql`actor_zones_with(${permission})`
  return many(tx)<ReportZoneRow>`
    select z.id, (select a.role from zone_assignments a where a.zone_id = z.id and a.user_id = actor_id()) as role,
      exists (select from zone_entries e where e.zone_id = z.id and e.session_id = actor_session_id() and e.expires_at > now()) as entered,
      z.id in (select actor_zones_with('download_reports')) as full
    from zones z where z.id in (select ${source})`
}

export async function findOwnName(tx: Tx, userId: string): Promise<string> {
  const row = await oneOrNone(tx)<{ name: string }>`
    select first_name || ' ' || last_name as name from user_profiles where id = ${userId}`
  return row?.name.trim() ?? ''
}

/** True if another person in the zone has the same name. */
export async function hasNamesakeInZone(tx: Tx, userId: string, zoneId: string): Promise<boolean> {
  const rows = await many(tx)`
    select from user_profiles p
    join user_profiles other on other.id <> p.id and lower(trim(other.first_name || ' ' || other.last_name))
      = lower(trim(p.first_name || ' ' || p.last_name))
    join zone_assignments a on a.user_id = other.id and a.zone_id = ${zoneId}
    where p.id = ${userId} limit 1`
  return rows.length > 0
}

/** Returns the zone's time zone if the zone is visible to the actor, otherwise the installation's. */
export async function findTimeZone(
  tx: Tx,
  zoneId: string | undefined,
  defaultTimeZone: string,
): Promise<string> {
  if (zoneId === undefined) return defaultTimeZone
  const row = await oneOrNone(tx)<{ tz: string }>`
    select zone_time_zone(id, ${defaultTimeZone}) as tz from zones where id = ${zoneId}`
  return row?.tz ?? defaultTimeZone
}

/**
 * The language of a zone's organisation; the source language without a zone. Scheduled reports use it, because all recipients get
 * the same file.
 */
export async function findZoneLanguage(tx: Tx, zoneId: string | null): Promise<ReadingLanguage> {
  const row = await oneOrNone(tx)<{ language: ReadingLanguage }>`
    select c.language from zones z join clients c on c.id = z.client_id where z.id = ${zoneId}`
  return row?.language ?? sourceLanguage
}
