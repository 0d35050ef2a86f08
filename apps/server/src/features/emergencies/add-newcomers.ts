import type { WriteContext } from '../../live/write.ts'
import { emergencyDeclaredAlert } from './emergencies.alerts.ts'
import { emergenciesEvents, emergencyProgressEvent } from './emergencies.events.ts'
import { addNewcomers, listOpen } from './roll.queries.ts'

/**
 * Puts people who came in during an open emergency on its roll, and calls them. Without zones, all open emergencies are completed.
 * Runs as the database owner.
 */
export async function callNewcomers(
  { tx, publish, alert }: WriteContext,
  zoneIds?: readonly string[],
): Promise<number> {
  let count = 0
  for (const emergency of await listOpen(tx, zoneIds)) {
    const userIds = await addNewcomers(tx, emergency)
    count += userIds.length
    if (userIds.length === 0) continue
    alert(emergencyDeclaredAlert(emergency, userIds))
    publish(emergenciesEvents, emergencyProgressEvent(emergency))
  }
  return count
}
