import type { Tx } from '../../db/database.ts'
import { many, oneValue } from '../../db/rows.ts'

export type PermissionChangesRow = { readonly user_id: string; readonly changes: Record<string, boolean> }

/** Up to 500 managers whose permissions differ from their role's, newest change first. Index: zone_permissions_zone. */
export const listPermissionChanges = (tx: Tx, zoneId: string, userId: string | undefined) =>
  many(tx)<PermissionChangesRow>`
    select user_id, jsonb_object_agg(permission, granted) as changes
    from zone_permissions join zone_assignments a using (user_id, zone_id)
    where zone_id = ${zoneId} and a.role in ('zone_manager_rw', 'zone_manager_ro')
      and (${userId ?? null}::uuid is null or user_id = ${userId ?? null}::uuid)
    group by user_id order by max(given_at) desc, user_id limit 500`

type SetPermissionsOutcome = 'changed' | 'same' | 'not_assigned' | 'not_manager'

/** Stores a person's changed permissions, if the database permits the actor to do so. */
export const setZonePermissions = (
  tx: Tx,
  { zoneId, userId }: { zoneId: string; userId: string },
  { granted, revoked }: { granted: readonly string[]; revoked: readonly string[] },
) =>
  oneValue(tx)<SetPermissionsOutcome>`
    select set_zone_permissions(${zoneId}, ${userId}, ${[...granted]}::text[], ${[...revoked]}::text[]) as outcome`

/** Reads the role of a member whose permissions the actor has just changed, and the zone's name. */
export async function readManagerMembership(tx: Tx, zoneId: string, userId: string) {
  const row = await tx
    .selectFrom('zone_assignments as a')
    .innerJoin('zones as z', 'z.id', 'a.zone_id')
    .select(['a.role', 'z.name as zoneName'])
    .where('a.zone_id', '=', zoneId)
    .where('a.user_id', '=', userId)
    .executeTakeFirstOrThrow()
  return { ...row, role: row.role }
}
