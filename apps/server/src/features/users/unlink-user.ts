import type { unlinkRefusals } from '@muster/contract/users.ts'
import type { WriteContext } from '../../live/write.ts'
import type { SignedInActor } from '../../rpc/context.ts'
import { fail } from '../../rpc/fail.ts'
import { leftZoneAlert } from './memberships.alerts.ts'
import { unlinkMember } from './users.queries.ts'

type UnlinkRefusal = (typeof unlinkRefusals)[number]

/**
 * Withdraws an invitation too; alerts unless the zone never opened. Triggers close visit and entry and publish. Throws NOT_ASSIGNED,
 * ZONE_ROLE_FORBIDDEN, LAST_MANAGER (row lock).
 */
export async function unlinkUser(context: WriteContext, zoneId: string, userId: string): Promise<void> {
  const refusal = await tryUnlink(context, zoneId, userId)
  if (refusal) throw fail(refusal)
}

/** Ends several memberships like `unlinkUser`. People who cannot be removed stay, and are returned with the reason. */
export async function unlinkUsers(
  context: WriteContext,
  actor: SignedInActor,
  zoneId: string,
  userIds: readonly string[],
): Promise<{ removed: string[]; refusals: { userId: string; reason: UnlinkRefusal }[] }> {
  const removed: string[] = []
  const refusals: { userId: string; reason: UnlinkRefusal }[] = []
  // One order for all requests, so that two concurrent ones cannot lock each other out.
  for (const userId of [...new Set(userIds.map(id => id.toLowerCase()))].sort()) {
    const reason = userId === actor.userId ? 'SELF_UNLINK' : await tryUnlink(context, zoneId, userId)
    if (reason) refusals.push({ userId, reason })
    else removed.push(userId)
  }
  return { removed, refusals }
}

/** Ends a membership; returns the reason if it cannot be ended. */
async function tryUnlink(
  { tx, alert }: WriteContext,
  zoneId: string,
  userId: string,
): Promise<UnlinkRefusal | undefined> {
  const result = await unlinkMember(tx, zoneId, userId)
  if (result.outcome === 'not_assigned') return 'NOT_ASSIGNED'
  if (result.outcome === 'above') return 'ZONE_ROLE_FORBIDDEN'
  if (result.outcome === 'last_manager') return 'LAST_MANAGER'
  if (result.outcome === 'unlinked') alert(leftZoneAlert(result.membership))
  return undefined
}
