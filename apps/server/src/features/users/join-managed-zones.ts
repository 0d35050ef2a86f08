import { sql } from 'kysely'
import type { WriteContext } from '../../live/write.ts'
import { joinedZoneAlert, type Membership } from './memberships.alerts.ts'

/**
 * Makes client admins members of the open zones of the organisations they manage and alerts them. With `userId`, adds one person to
 * all zones they now manage; with `zoneId`, adds all managers of the organisation to one newly opened zone. Does nothing if there
 * is only one organisation.
 */
export async function joinManagedZones(
  { tx, alert }: WriteContext,
  { userId, zoneId }: { userId: string; zoneId?: never } | { userId?: never; zoneId: string },
): Promise<void> {
  const { rows } = await sql<{ membership: Membership }>`
    select membership from join_managed_zones(${userId ? [userId] : null}::uuid[], ${zoneId ? [zoneId] : null}::uuid[]) membership`.execute(
    tx,
  )
  for (const { membership } of rows) alert(joinedZoneAlert(membership))
}
