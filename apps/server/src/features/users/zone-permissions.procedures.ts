import type { ChangedPermissions } from '@muster/contract/zone-permissions.ts'
import { toPermissionChanges } from '@muster/domain/zone-permission.ts'
import { api, inZone } from '../../rpc/base.ts'
import { changePermissions } from './change-permissions.ts'
import { usersPolicy } from './users.policy.ts'
import { listPermissionChanges, type PermissionChangesRow } from './zone-permissions.queries.ts'

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
