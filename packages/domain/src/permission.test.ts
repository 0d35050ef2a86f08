import { describe, expect, test } from 'vitest'
import { can, type Permission, permissions, rolePermissions } from './permission.ts'
import { type Role, roles } from './role.ts'

/** A copy of the matrix, laid out for comparison with the specification, part 2, section 6. */
const matrix = `
                             super admin manager supervisor worker client rw ro app
view_all_zones               x     x     .       .          .      .      .  .  .
view_zones                   x     x     x       x          x      x      x  x  x
create_zones                 x     x     .       .          .      x      .  .  .
edit_zones                   x     x     .       .          .      x      x  .  .
delete_zones                 x     x     .       .          .      .      .  .  .
suspend_zones                x     x     .       .          .      .      .  .  .
grant_zone_permissions       x     x     .       .          .      .      .  .  .
submit_zone_requests         x     .     .       .          .      x      .  .  .
approve_requests             x     x     .       .          .      .      .  .  .
view_zone_users              x     x     .       .          .      x      x  x  .
view_zone_managers           x     x     .       .          .      x      x  x  .
link_users                   x     x     .       .          .      x      x  .  .
unlink_users                 x     x     .       .          .      x      x  .  .
assign_zone_managers         x     x     .       .          .      x      x  .  .
change_roles                 x     x     .       .          .      .      x  .  .
reset_zone_pin               x     x     .       .          .      x      x  .  .
check_position               x     x     x       x          x      x      x  x  x
view_attendance              x     x     .       .          .      x      x  x  .
track_live_locations         x     x     .       .          .      .      x  x  .
request_location_tracking    x     x     x       x          x      x      x  x  x
view_hazards                 x     x     .       .          .      x      x  x  x
view_own_hazards             x     x     x       x          x      x      x  x  x
report_hazards               x     x     x       x          x      x      x  .  x
manage_hazards               x     x     .       .          .      x      x  .  .
view_broadcasts              x     x     .       .          .      x      x  x  x
broadcast                    x     .     .       .          .      .      x  .  .
view_groups                  x     x     .       .          .      x      x  x  x
manage_groups                x     x     .       .          .      x      x  .  .
chat_in_groups               x     x     .       .          .      x      x  .  x
view_files                   x     x     .       .          .      x      x  x  x
create_folders               x     .     .       .          .      .      x  .  .
upload_files                 x     .     .       .          .      .      x  .  .
link_folders                 x     .     .       .          .      .      x  .  .
delete_files                 x     x     .       .          .      x      x  .  .
view_users                   x     x     x       x          .      x      x  x  .
create_users                 x     x     .       .          .      .      .  .  .
edit_users                   x     x     .       .          .      .      .  .  .
delete_users                 x     x     .       .          .      .      .  .  .
set_user_status              x     x     .       .          .      .      .  .  .
manage_internal_users        x     .     .       .          .      .      .  .  .
edit_employees               x     .     .       .          .      .      .  .  .
suspend_employees            x     .     .       .          .      .      .  .  .
view_clients                 x     x     .       .          .      .      .  .  .
onboard_clients              x     x     .       .          .      .      .  .  .
edit_clients                 x     x     .       .          .      .      .  .  .
download_reports             x     x     .       .          .      .      x  x  .
download_monthly_reports     x     x     .       .          .      x      x  x  .
download_fortnightly_reports x     x     .       .          .      .      x  x  x
view_report_emails           x     x     .       .          .      x      x  x  .
manage_report_emails         x     .     .       .          .      x      .  .  .
manage_report_recipients     x     .     .       .          .      .      x  .  .
view_security                x     x     .       .          .      .      .  .  .
manage_security              x     x     .       .          .      .      .  .  .
manage_maps                  x     .     .       .          .      .      .  .  .
manage_backups               x     .     .       .          .      .      .  .  .
test_delivery                x     .     .       .          .      .      .  .  .
manage_webhooks              x     x     .       .          .      .      .  .  .
`
const rows = matrix
  .trim()
  .split('\n')
  .slice(1)
  .map(line => line.split(/\s+/))

/** The permission table of the specification, phrase by phrase. */
const specifiedPermissions: Record<Exclude<Role, 'super_admin'>, readonly Permission[]> = {
  admin: [
    'onboard_clients',
    'edit_clients',
    'view_zones',
    'view_users',
    'grant_zone_permissions',
    'suspend_zones',
    'download_reports',
    'approve_requests',
    'create_users',
    'edit_users',
    'delete_users',
    'create_zones',
    'edit_zones',
    'delete_zones',
    'manage_groups',
  ],
  manager: ['view_zones', 'view_users'],
  supervisor: ['view_zones', 'view_users'],
  worker: ['view_zones'],
  client_admin: [
    'create_zones',
    'assign_zone_managers',
    'submit_zone_requests',
    'view_zones',
    'view_users',
    'download_monthly_reports',
    'manage_report_emails',
    'manage_groups',
  ],
  zone_manager_rw: [
    'view_zones',
    'view_attendance',
    'track_live_locations',
    'assign_zone_managers',
    'manage_report_recipients',
    'link_users',
    'unlink_users',
    'change_roles',
    'broadcast',
    'view_broadcasts',
    'view_hazards',
    'create_folders',
    'upload_files',
    'link_folders',
    'manage_groups',
    'download_reports',
    'report_hazards',
  ],
  zone_manager_ro: [
    'view_zones',
    'view_attendance',
    'track_live_locations',
    'view_zone_managers',
    'view_report_emails',
    'view_users',
    'view_broadcasts',
    'view_hazards',
    'view_files',
    'view_groups',
    'download_reports',
  ],
  app_user: [
    'view_zones',
    'view_broadcasts',
    'view_files',
    'view_groups',
    'report_hazards',
    'download_fortnightly_reports',
  ],
}

describe('the permission matrix', () => {
  test('names every permission once', () => {
    expect(rows.map(row => row[0])).toEqual(permissions)
    expect(new Set(permissions).size).toBe(permissions.length)
  })

  test.each(rows)('%s', (name, ...cells) => {
    const permission = permissions.find(other => other === name)
    if (!permission) throw new Error(`unknown permission ${name}`)
    expect(roles.map(role => (can(role, permission) ? 'x' : '.'))).toEqual(cells)
  })

  test.each(Object.entries(specifiedPermissions))(
    'grants %s what the specification grants',
    (role, granted) => {
      expect(granted.filter(permission => !rolePermissions[role as Role].has(permission))).toEqual([])
    },
  )

  test('gives a super admin everything', () => {
    expect(rolePermissions.super_admin.size).toBe(permissions.length)
  })

  test('lets a read-only manager only view, check and request', () => {
    const writePermissions = [...rolePermissions.zone_manager_ro].filter(
      name => !/^(view|download|track)_/.test(name),
    )
    expect(writePermissions).toEqual(['check_position', 'request_location_tracking'])
  })

  test('lets manager, supervisor and worker only view, check themselves and report hazards', () => {
    const ownPermissions = [
      'view_zones',
      'check_position',
      'request_location_tracking',
      'view_own_hazards',
      'report_hazards',
    ]
    expect([...rolePermissions.worker]).toEqual(ownPermissions)
    expect([...rolePermissions.manager]).toEqual([...ownPermissions, 'view_users'])
    expect(rolePermissions.supervisor).toEqual(rolePermissions.manager)
  })
})

test('a role that sees the users of a zone also sees their presence, because the list shows both', () => {
  const listHolders = (permission: Permission) => roles.filter(role => can(role, permission))
  expect(listHolders('view_zone_users')).toEqual(listHolders('view_attendance'))
})
