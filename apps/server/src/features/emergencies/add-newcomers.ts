import type { WriteContext } from '../../live/write.ts'
import { emergencyDeclaredAlert } from './emergencies.alerts.ts'
import { publishProgress } from './emergencies.events.ts'
import { readTarget } from './emergency-zones.queries.ts'
import { addNewcomers, lockOpen } from './roll.queries.ts'

/**
 * Puts people who came in during an open emergency on its roll, and calls them; returns how many. Runs as the database owner.
 */
export async function callNewcomers(context: WriteContext, { id }: { readonly id: string }): Promise<number> {
  const { tx, alert } = context
  const emergency = await lockOpen(tx, id)
  if (!emergency) return 0
  const newcomers = await addNewcomers(tx, emergency, await readTarget(tx, emergency))
  if (newcomers.length === 0) return 0
  const userIds = newcomers.map(it => it.user_id)
  alert(emergencyDeclaredAlert(emergency, userIds))
  publishProgress(
    context,
    emergency,
    newcomers.map(it => it.zone_id),
  )
  return userIds.length
}
