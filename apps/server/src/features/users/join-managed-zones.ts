import { many } from '../../db/rows.ts'
import type { WriteContext } from '../../live/write.ts'
import { joinedZoneAlert, type Membership } from './memberships.alerts.ts'

/**
 * Client admins join their organisations' open zones, alerted. `userId`: one person, all zones; `zoneId`: all managers, one new
 * zone. Nothing happens with only one organisation.
 */
export async function joinManagedZones(
  { tx, alert }: WriteContext,
  { userId, zoneId }: { userId: string; zoneId?: never } | { userId?: never; zoneId: string },
): Promise<void> {
  const rows = await many(tx)<{ membership: Membership }>`
    select membership from join_managed_zones(${userId ? [userId] : null}::uuid[], ${zoneId ? [zoneId] : null}::uuid[]) membership`
  for (const { membership } of rows) alert(joinedZoneAlert(membership))
}
