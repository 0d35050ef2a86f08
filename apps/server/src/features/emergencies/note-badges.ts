import type { WriteContext } from '../../live/write.ts'
import { alertMembers } from './alert-people.ts'
import {
  type BadgeScope,
  followDismissals,
  noteBadgeOuts,
  selectBadgePeople,
  updateUnlistedBadges,
} from './badge-roll.queries.ts'
import { callAdded } from './call-added.ts'
import { emergencyNearbyAlert } from './emergencies.alerts.ts'
import { membersNearby } from './emergencies.audience.ts'
import { publishProgress } from './emergencies.events.ts'
import { listZoneIds, readTarget } from './emergency-zones.queries.ts'
import { noteOffSiteInside } from './off-site.queries.ts'
import { addedAtOnce, addToRoll, dateBadgesAdded, lockOpen } from './roll.queries.ts'

/**
 * Calls accounts too, notes badges out, and does not count numbers that are no people. The first runs add everybody inside at the
 * declaration, which does not wait; then other members nearby are asked, in the open app only. Returns whether more are left.
 */
export async function noteBadges(
  context: WriteContext,
  { id }: { readonly id: string },
  scope: BadgeScope,
): Promise<'more' | 'done'> {
  const { tx } = context
  const emergency = await lockOpen(tx, id)
  if (!emergency) return 'done'
  const isLater = emergency.badges_added_at !== null
  const zoneIds = await readTarget(tx, emergency)
  const byBadge = selectBadgePeople(zoneIds, {
    emergencyId: id,
    isRecent: isLater && scope.isRecent,
    isLater,
  })
  const newcomers = await addToRoll(tx, id, byBadge, { limit: addedAtOnce })
  const userIds = newcomers.flatMap(it => it.user_id ?? [])
  await callAdded(context, emergency, userIds)
  const hasMore = newcomers.length === addedAtOnce
  let changes = newcomers.length
  if (!hasMore) {
    if (!isLater) {
      changes += (await noteOffSiteInside(tx, id, zoneIds)).length
      await dateBadgesAdded(tx, id)
      await alertMembers(context, emergency, its => membersNearby(id, its), emergencyNearbyAlert)
    }
    changes += (await noteBadgeOuts(tx, id, scope)) + (await followDismissals(tx, id, scope))
  }
  if (changes > 0) publishProgress(context, emergency, await listZoneIds(tx, id))
  return hasMore ? 'more' : 'done'
}

/** Counts the numbers that the roll does not list. Apart from `noteBadges`: counting needs no lock on the emergency. */
export async function countUnlisted(context: WriteContext, { id }: { readonly id: string }): Promise<void> {
  const zoneIds = await updateUnlistedBadges(context.tx, id)
  if (zoneIds.length > 0) publishProgress(context, { id, zone_id: null }, zoneIds)
}
