import { type RawBuilder, sql } from 'kysely'
import type pg from 'pg'

/** Who is a captain where, as the SQL of a `from`, with the alias `c`. */
const captaincies = `zone_captains c
    join zone_assignments a on a.user_id = c.user_id and a.zone_id = c.zone_id and a.accepted_at is not null
    join zones z on z.id = c.zone_id and z.status = 'active'
    join user_profiles u on u.id = c.user_id and u.status = 'active'`

/** Selects the zones of which a person is a captain. Requires the database owner role. */
export const captainZones = (userId: string): RawBuilder<unknown> => sql`
  select c.zone_id from ${sql.raw(captaincies)} where c.user_id = ${userId}::uuid`

/** Runs as the database owner, because the feed calls it for a socket, not within a request. */
export async function listFollowedCaptaincies(
  pool: pg.Pool,
  userId: string,
  zoneIds: readonly string[],
): Promise<string[]> {
  const { rows } = await pool.query<{ zone_id: string }>(
    `select c.zone_id from ${captaincies} where c.user_id = $1 and c.zone_id = any($2::uuid[])`,
    [userId, zoneIds],
  )
  return rows.map(it => it.zone_id)
}

/**
 * Selects the zones in which a person may account for people: as a captain, or by the permission `broadcast`. Requires the database
 * owner role.
 */
export const markedZones = (userId: string): RawBuilder<unknown> => sql`
  ${captainZones(userId)}
  union select a.zone_id from members_with('broadcast') a join zones z on z.id = a.zone_id and z.status = 'active'
    where a.user_id = ${userId}::uuid and a.accepted_at is not null
  union select z.id from zones z where exists (
    select from user_profiles u
      join role_permissions r on r.role = u.role and r.permission = 'view_all_zones'
      join role_permissions b on b.role = u.role and b.permission = 'broadcast'
    where u.id = ${userId}::uuid)`
