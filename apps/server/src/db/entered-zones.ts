import { needsPin, zoneRoles } from '@muster/domain/role.ts'
import { sql } from 'kysely'

const pinRoles = zoneRoles.filter(needsPin)

/**
 * Zones this session has entered, and those where the role needs no PIN; for calls that name no zone or many. Row-level security
 * still decides what the actor sees there.
 */
export const enteredZones = sql`(
  select id from zones where actor_can('view_all_zones')
  union all
  select a.zone_id from zone_assignments a
  where a.user_id = actor_id() and (a.role <> all(${pinRoles}::text[]) or exists (
    select from zone_entries e
    where e.zone_id = a.zone_id and e.session_id = actor_session_id() and e.expires_at > now())))`
