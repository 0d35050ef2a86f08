import { msg } from '@lingui/core/runtime-macro'
import type { ZoneRole } from '@muster/domain/role.ts'
import type { WriteContext } from '../../live/write.ts'
import { fail } from '../../rpc/fail.ts'
import { roleChangedAlert } from './memberships.alerts.ts'
import { changeMemberRole } from './users.queries.ts'

/** Alerts about a change; the database publishes and logs. Throws NOT_ASSIGNED, ZONE_ROLE_FORBIDDEN, LAST_MANAGER (row lock). */
export async function changeRole(
  { tx, alert }: WriteContext,
  zoneId: string,
  userId: string,
  role: ZoneRole,
): Promise<void> {
  const change = await changeMemberRole(tx, zoneId, userId, role)
  if (change.outcome === 'not_assigned') throw fail('NOT_ASSIGNED')
  if (change.outcome === 'above') throw fail('ZONE_ROLE_FORBIDDEN')
  if (change.outcome === 'last_manager')
    throw fail(
      'LAST_MANAGER',
      undefined,
      msg`A zone needs at least one zone manager. Assign another one first.`,
    )
  if (change.outcome === 'changed') alert(roleChangedAlert(change.membership))
}
