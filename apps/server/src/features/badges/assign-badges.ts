import type { WriteContext } from '../../live/write.ts'
import { fail } from '../../rpc/fail.ts'
import { audit } from '../security/index.ts'
import { lockBadges } from './badge-keys.queries.ts'
import { badgesEvents } from './badges.events.ts'
import {
  claimOpenStays,
  clearDismissals,
  countAssigned,
  deleteBadges,
  findCarriedBadges,
  findMembers,
  type NewBadge,
  upsertBadges,
} from './badges.queries.ts'

/** Maximum assigned badges of a zone. Numbers that were only read do not count, because readers read foreign cards too. */
const MAX_BADGES = 20_000

/**
 * The last of several lines with one number counts. Throws NOT_ASSIGNED, BADGES_FULL, and VISIT_BADGE_TAKEN for a badge a visitor
 * carries now, because the member would be inside by it.
 */
export async function assignBadges(
  { tx, publish }: Pick<WriteContext, 'tx' | 'publish'>,
  zoneId: string,
  badges: readonly NewBadge[],
): Promise<{ assigned: number; createdIds: string[] }> {
  await lockBadges(tx, zoneId)
  const lines = [...new Map(badges.map(it => [it.number, it])).values()]
  const userIds = lines.flatMap(({ userId }) => userId ?? [])
  const members = await findMembers(tx, zoneId, userIds)
  if (userIds.some(userId => !members.has(userId))) throw fail('NOT_ASSIGNED')
  const ofMembers = lines.filter(it => it.userId !== null).map(it => it.number)
  if ((await findCarriedBadges(tx, zoneId, ofMembers)).size > 0) throw fail('VISIT_BADGE_TAKEN')
  const assigned = await countAssigned(
    tx,
    zoneId,
    lines.map(it => it.number),
  )
  if (assigned > MAX_BADGES) throw fail('BADGES_FULL')
  // A member's name and telephone are in their profile.
  const { createdIds } = await upsertBadges(
    tx,
    zoneId,
    lines.map(it => (it.userId === null ? it : { ...it, name: '', phone: '', company: '' })),
  )
  const numbers = lines.map(it => it.number)
  await clearDismissals(tx, zoneId, numbers)
  await claimOpenStays(tx, zoneId, numbers)
  publish(badgesEvents, { kind: 'badge.changed', zoneId })
  return { assigned: lines.length, createdIds }
}

/** Ends the assignments of badges. */
export async function removeBadges(
  {
    tx,
    actor,
    publish,
  }: Pick<WriteContext, 'tx' | 'publish'> & { readonly actor: { readonly userId: string } },
  zoneId: string,
  badgeIds: readonly string[],
  metadata: { readonly importId: string },
): Promise<void> {
  await deleteBadges(tx, zoneId, badgeIds)
  publish(badgesEvents, { kind: 'badge.changed', zoneId })
  await audit(tx, 'badges_changed:import_undone', {
    actorId: actor.userId,
    zoneId,
    badges: badgeIds.length,
    ...metadata,
  })
}
