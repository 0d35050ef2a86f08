import { formatZones } from '@muster/domain/read-people.ts'
import type { Role, ZoneRole } from '@muster/domain/role.ts'
import type { UserStatus } from '@muster/domain/user-status.ts'
import type { Tx } from '../../db/database.ts'
import { many } from '../../db/rows.ts'
import type { PresentAccount, ReferencedZone } from './judge-import.ts'

/** Returns the zones with these names (in lower case) or ids, by name or id. Requires the database owner role. */
export async function listReferencedZones(
  tx: Tx,
  references: readonly string[],
): Promise<Map<string, readonly ReferencedZone[]>> {
  if (references.length === 0) return new Map()
  const rows = await many(tx)<{ reference: string; zones: ReferencedZone[] }>`
    select reference, json_agg(json_build_object('id', z.id, 'name', z.name)) as zones
    from unnest(${[...new Set(references)]}::text[]) reference
      -- Two conditions joined by 'or' would compare each reference with each zone.
      join (select lower(name) as reference, id, name from zones union select id::text, id, name from zones) z using (reference)
    group by reference`
  return new Map(rows.map(({ reference, zones }) => [reference, zones]))
}

type AccountRow = Omit<PresentAccount, 'zones'> & {
  readonly email: string
  readonly zones: { zoneId: string; role: ZoneRole; accepted: boolean }[] | null
}

/**
 * Returns the accounts with these addresses (in lower case), with their memberships of these zones, by address. Requires the database
 * owner role.
 */
export async function listPresentAccounts(
  tx: Tx,
  emails: readonly string[],
  zoneIds: readonly string[],
): Promise<Map<string, PresentAccount>> {
  const rows = await many(tx)<AccountRow & { role: Role; status: UserStatus }>`
    select u.id, u.email, u.first_name as "firstName", u.last_name as "lastName", u.phone, u.role, u.status,
      (select json_agg(json_build_object('zoneId', a.zone_id, 'role', a.role, 'accepted', a.accepted_at is not null))
        from zone_assignments a where a.user_id = u.id and a.zone_id = any (${[...zoneIds]}::uuid[])) as zones
    from user_profiles u where u.email = any (${[...emails]}::text[])`
  return new Map(
    rows.map(({ email, zones, ...person }) => [
      email,
      { ...person, zones: new Map((zones ?? []).map(({ zoneId, ...it }) => [zoneId, it])) },
    ]),
  )
}

/** Returns how many people who accepted their invitation manage each of these zones. Requires the database owner role. */
export async function countManagers(tx: Tx, zoneIds: readonly string[]): Promise<Map<string, number>> {
  const rows = await many(tx)<{ zoneId: string; count: number }>`
    select zone_id as "zoneId", count(*)::int as count from zone_assignments
    where zone_id = any (${[...zoneIds]}::uuid[]) and accepted_at is not null and role in ('zone_manager_rw', 'zone_manager_ro')
    group by 1`
  return new Map(rows.map(it => [it.zoneId, it.count]))
}

/** Returns the zones of each person as one cell of a file, by person. `toRoleName` is the name of a role in the file. */
export async function listZoneCells(
  tx: Tx,
  userIds: readonly string[],
  toRoleName: (role: Role) => string,
): Promise<Map<string, string>> {
  const rows = await many(tx)<{
    userId: string
    zones: { id: string; name: string; role: Role; isUnique: boolean }[]
  }>`
    with shared as (select lower(name) as name from zones group by 1 having count(*) > 1)
    select a.user_id as "userId", json_agg(json_build_object('id', z.id, 'name', z.name, 'role', a.role,
      'isUnique', lower(z.name) not in (select name from shared)) order by z.name, z.id) as zones
    from zone_assignments a join zones z on z.id = a.zone_id where a.user_id = any (${[...userIds]}::uuid[])
    group by 1`
  return new Map(
    rows.map(({ userId, zones }) => [
      userId,
      formatZones(zones.map(zone => ({ ...zone, role: toRoleName(zone.role) }))),
    ]),
  )
}
