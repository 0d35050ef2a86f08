import { expect, test } from 'vitest'
import { can, type Permission, permissions } from './permission.ts'
import { isZoneManager, roles } from './role.ts'
import { grantablePermissions, isGrantable, listChanges, mayInZone } from './zone-permission.ts'

test('the role alone decides if there are no changes', () => {
  for (const role of roles)
    for (const permission of permissions)
      expect(mayInZone({ role, granted: [], revoked: [] }, permission)).toBe(can(role, permission))
})

test.each(grantablePermissions)('%s can be granted to and revoked from zone managers only', permission => {
  for (const role of roles) {
    const isChangeable = isZoneManager(role)
    expect(mayInZone({ role, granted: [permission] }, permission)).toBe(isChangeable || can(role, permission))
    expect(mayInZone({ role, revoked: [permission] }, permission)).toBe(
      !isChangeable && can(role, permission),
    )
    const otherPermissions = permissions.filter(other => other !== permission)
    for (const other of otherPermissions)
      expect(mayInZone({ role, granted: [permission], revoked: [permission] }, other)).toBe(can(role, other))
  }
})

test('seeing a zone, closing or deleting it and giving permissions cannot be granted', () => {
  const ungrantable: Permission[] = [
    'view_zone_users',
    'view_attendance',
    'view_files',
    'suspend_zones',
    'delete_zones',
    'grant_zone_permissions',
  ]
  expect(ungrantable.filter(isGrantable)).toEqual([])
})

test('a change that makes no difference to the role is dropped', () => {
  const changes = { broadcast: true, link_users: true, upload_files: false, track_live_locations: false }
  expect(listChanges('zone_manager_ro', changes)).toEqual({
    granted: ['link_users', 'broadcast'],
    revoked: ['track_live_locations'],
  })
  expect(listChanges('zone_manager_rw', changes)).toEqual({
    granted: [],
    revoked: ['track_live_locations', 'upload_files'],
  })
})
