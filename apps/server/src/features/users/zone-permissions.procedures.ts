import type { ChangedPermissions } from '@muster/contract/zone-permissions.ts'
import { toPermissionChanges } from '@muster/domain/zone-permission.ts'
import type { WriteContext } from '../../live/write.ts'
import { api, inZone } from '../../rpc/base.ts'
import { fail } from '../../rpc/fail.ts'
import { usersEvents } from './users.events.ts'
import { usersPolicy } from './users.policy.ts'
import { permissionsChangedAlert } from './zone-permissions.alerts.ts'
import {
  listPermissionChanges,
  type PermissionChangesRow,
  readManagerMembership,
  setZonePermissions,
} from './zone-permissions.queries.ts'

/** Alerts the manager if anything changed; the database logs previous values. Throws NOT_ASSIGNED, NOT_ZONE_MANAGER. */
async function changePermissions(
  { tx, publish, alert }: WriteContext,
  { zoneId, userId }: { zoneId: string; userId: string },
  changes: { readonly granted: readonly string[]; readonly revoked: readonly string[] },
): Promise<void> {
  const outcome = await setZonePermissions(tx, { zoneId, userId }, changes)
  if (outcome === 'not_assigned') throw fail('NOT_ASSIGNED')
  if (outcome === 'not_manager') throw fail('NOT_ZONE_MANAGER')
  if (outcome === 'same') return
  const { role, zoneName } = await readManagerMembership(tx, zoneId, userId)
  publish(usersEvents, { kind: 'membership.changed', userId, zoneId, role })
  alert(permissionsChangedAlert({ zoneId, zoneName, userId }))
}

const saveLimit = { name: 'zone-permissions', points: 60, seconds: 60 }

/** Procedures that grant a zone manager permissions beyond their role, or revoke some of the role's permissions. */
export const zonePermissionsProcedures = {
  list: api.zonePermissions.list
    .use(inZone('grant_zone_permissions'))
    .handler(async ({ context: { tx, zone }, input: { userId } }) => ({
      people: (await listPermissionChanges(tx, zone.id, userId)).map(permissionChangesView),
    })),

  set: api.zonePermissions.set
    .use(inZone('grant_zone_permissions', { rateLimit: saveLimit }))
    .handler(async ({ context, input: { userId, ...changes } }) => {
      const { tx, actor, zone } = context
      usersPolicy.changePermissions(actor, userId)
      await changePermissions(context, { zoneId: zone.id, userId }, changes)
      const [row] = await listPermissionChanges(tx, zone.id, userId)
      return row ? permissionChangesView(row) : { userId, granted: [], revoked: [] }
    }),
}

function permissionChangesView({ user_id, changes }: PermissionChangesRow): ChangedPermissions {
  const { granted, revoked } = toPermissionChanges(changes)
  return { userId: user_id, granted: [...granted], revoked: [...revoked] }
}
