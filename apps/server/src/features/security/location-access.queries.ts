import type { Tx } from '../../db/database.ts'
import { one } from '../../db/rows.ts'

/**
 * True for oneself, and in a shared zone (internal admins share all) where the actor may track live locations and, if needed, has
 * entered the PIN. `zoneId` must be one of the actor's zones.
 */
export async function maySeeLocation(
  tx: Tx,
  actor: { userId: string; sessionId: string },
  target: { accessedUserId: string; zoneId: string | undefined; pinRoles: readonly string[] },
): Promise<boolean> {
  const zoneId = target.zoneId ?? null
  const { may } = await one(tx)<{ may: boolean }>`
    select case when ${target.accessedUserId}::uuid = ${actor.userId}::uuid
      then ${zoneId}::uuid is null or ${zoneId}::uuid in (select actor_zones())
      else exists (
        select from zone_assignments other
          left join zone_assignments own on own.zone_id = other.zone_id and own.user_id = ${actor.userId}
        where other.user_id = ${target.accessedUserId} and other.accepted_at is not null
          and other.zone_id = coalesce(${zoneId}::uuid, other.zone_id)
          and other.zone_id in (select actor_zones_with('track_live_locations'))
          and ((select actor_can('view_all_zones')) or own.role <> all (${target.pinRoles}::text[]) or exists (
            select from zone_entries e
            where e.zone_id = other.zone_id and e.session_id = ${actor.sessionId} and e.expires_at > now()))
      ) end as may`
  return may
}
