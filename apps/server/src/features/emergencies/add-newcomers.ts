import type { WriteContext } from '../../live/write.ts'
import { emergencyDeclaredAlert } from './emergencies.alerts.ts'
import { emergenciesEvents, emergencyProgressEvent } from './emergencies.events.ts'
import { addNewcomers, lockOpen } from './roll.queries.ts'
import { addVisitors } from './visitors-on-roll.ts'

/**
 * Puts people who came in during an open emergency on its roll, and calls them; returns how many. Runs as the database owner.
 */
export async function callNewcomers(
  { tx, publish, alert }: WriteContext,
  { id }: { readonly id: string },
): Promise<number> {
  const emergency = await lockOpen(tx, id)
  if (!emergency) return 0
  const userIds = await addNewcomers(tx, emergency)
  const visitors = await addVisitors(tx, id, emergency.zone_id === null ? null : [emergency.zone_id])
  if (userIds.length + visitors === 0) return 0
  alert(emergencyDeclaredAlert(emergency, userIds))
  publish(emergenciesEvents, emergencyProgressEvent(emergency))
  return userIds.length + visitors
}
