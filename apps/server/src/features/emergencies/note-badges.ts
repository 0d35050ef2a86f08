import type { WriteContext } from '../../live/write.ts'
import { addBadgePeople, followDismissals, noteBadgeOuts } from '../badges/index.ts'
import { alertPeople } from './alert-people.ts'
import { emergencyDeclaredAlert } from './emergencies.alerts.ts'
import { publishProgress } from './emergencies.events.ts'
import { listZoneIds, readTarget } from './emergency-zones.queries.ts'
import { lockOpen } from './roll.queries.ts'

/**
 * Puts people whose badge came in during an open emergency on its roll, calls those who have an account, notes whose badge went out, and
 * does not count numbers that are no people.
 * Returns how many rows were added or changed. Runs as the database owner.
 */
export async function noteBadges(context: WriteContext, { id }: { readonly id: string }): Promise<number> {
  const { tx } = context
  const emergency = await lockOpen(tx, id)
  if (!emergency) return 0
  const newcomers = await addBadgePeople(tx, id, await readTarget(tx, emergency), { isLater: true })
  const userIds = newcomers.flatMap(it => it.user_id ?? [])
  if (userIds.length > 0) await alertPeople(context, emergency, userIds, emergencyDeclaredAlert)
  const changes = newcomers.length + (await noteBadgeOuts(tx, id)) + (await followDismissals(tx, id))
  if (changes > 0) publishProgress(context, emergency, await listZoneIds(tx, id))
  return changes
}
