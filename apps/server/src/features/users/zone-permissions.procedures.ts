import type { ChangedPermissions } from '@muster/contract/zone-permissions.ts'
import { changesFrom } from '@muster/domain/zone-permission.ts'
import { api, inZone } from '../../rpc/base.ts'
import { fail } from '../../rpc/fail.ts'
import { usersPolicy } from './users.policy.ts'
import { type ChangedRow, listChanged, setZonePermissions } from './zone-permissions.queries.ts'

const saves = { name: 'zone-permissions', points: 60, seconds: 60 }

/** What the managers of a zone may do there beyond or below their role. The database notes, announces and alerts. */
export const zonePermissionsProcedures = {
  list: api.zonePermissions.list
    .use(inZone('grant_zone_permissions'))
    .handler(async ({ context: { tx, zone }, input: { userId } }) => ({
      people: (await listChanged(tx, zone.id, userId)).map(changedView),
    })),

  set: api.zonePermissions.set
    .use(inZone('grant_zone_permissions', { rateLimit: saves }))
    .handler(async ({ context: { tx, actor, zone }, input: { userId, ...wanted } }) => {
      usersPolicy.changePermissions(actor, userId)
      const outcome = await setZonePermissions(tx, { zoneId: zone.id, userId }, wanted)
      if (outcome === 'not_assigned') throw fail('NOT_ASSIGNED')
      if (outcome === 'not_manager') throw fail('NOT_ZONE_MANAGER')
      const [row] = await listChanged(tx, zone.id, userId)
      return row ? changedView(row) : { userId, granted: [], revoked: [] }
    }),
}

function changedView({ user_id, changes }: ChangedRow): ChangedPermissions {
  const { granted, revoked } = changesFrom(changes)
  return { userId: user_id, granted: [...granted], revoked: [...revoked] }
}
