import { grantablePermissions } from '@muster/domain/zone-permission.ts'
import { z } from 'zod'
import { callsTagged } from './base.ts'
import { pick } from './errors.ts'
import { id } from './ids.ts'

const { inZone } = callsTagged('users')

const permissionList = z.array(z.enum(grantablePermissions)).max(grantablePermissions.length)

/** The differences between a zone manager's permissions in a zone and those of their role. */
export const changedPermissions = z.object({ userId: id, granted: permissionList, revoked: permissionList })
export type ChangedPermissions = z.infer<typeof changedPermissions>

export const zonePermissions = {
  /** At most 500, most recently changed first. With `userId`, lists only that manager. */
  list: inZone(
    'GET /zones/{zoneId}/permissions',
    'list_zone_permissions',
    'List what was granted to or taken from the managers of a zone',
  )
    .input(z.strictObject({ zoneId: id, userId: id.optional() }))
    .output(z.object({ people: z.array(changedPermissions).max(500) })),
  /** The manager's screens update at once. Entries that make no difference are dropped, so the response may have fewer. */
  set: inZone(
    'PUT /zones/{zoneId}/users/{userId}/permissions',
    'grant_zone_permissions',
    "Grant and take away a zone manager's permissions in a zone",
  )
    .input(z.strictObject({ zoneId: id, userId: id, granted: permissionList, revoked: permissionList }))
    .output(changedPermissions)
    .errors(pick('SELF_CHANGE', 'NOT_ASSIGNED', 'NOT_ZONE_MANAGER')),
}
