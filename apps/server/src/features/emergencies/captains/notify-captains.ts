import type { WriteContext } from '../../../live/write.ts'
import { captainsEvents } from './captains.events.ts'

/** Captains get an event of their own, because not every captain may follow the events of the zone. */
export async function notifyCaptains(
  { tx, publish }: Pick<WriteContext, 'tx' | 'publish'>,
  emergencyId: string,
): Promise<void> {
  const rows = await tx
    .selectFrom('zone_captains as c')
    .innerJoin('emergency_zones as z', 'z.zone_id', 'c.zone_id')
    .select('c.user_id')
    .distinct()
    .where('z.emergency_id', '=', emergencyId)
    .execute()
  for (const { user_id } of rows) publish(captainsEvents, { kind: 'captain.changed', userId: user_id })
}
