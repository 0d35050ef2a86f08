import { type Role, roles } from './role.ts'

/**
 * All permissions that a role can have. A permission is not tied to a zone: the policy also checks that the person has access to
 * the zone, and passes their effective role there.
 */
export const permissions = [
  // Zones
  'view_all_zones',
  'view_zones',
  'create_zones',
  'edit_zones',
  'delete_zones',
  'suspend_zones',
  'grant_zone_permissions',
  'submit_zone_requests',
  'approve_requests',
  // People in a zone
  'view_zone_users',
  'view_zone_managers',
  'link_users',
  'unlink_users',
  'assign_zone_managers',
  'change_roles',
  'reset_zone_pin',
  // Presence
  'check_position',
  'view_attendance',
  'track_live_locations',
  'request_location_tracking',
  // Hazards
  'view_hazards',
  'view_own_hazards',
  'report_hazards',
  'manage_hazards',
  // Broadcasts
  'view_broadcasts',
  'broadcast',
  // Groups
  'view_groups',
  'manage_groups',
  'chat_in_groups',
  // Files
  'view_files',
  'create_folders',
  'upload_files',
  'link_folders',
  'delete_files',
  // Accounts
  'view_users',
  'create_users',
  'edit_users',
  'delete_users',
  'set_user_status',
  'manage_internal_users',
  'edit_employees',
  'suspend_employees',
  'view_clients',
  'onboard_clients',
  'edit_clients',
  // Reports
  'download_reports',
  'download_monthly_reports',
  'download_fortnightly_reports',
  'view_report_emails',
  'manage_report_emails',
  'manage_report_recipients',
  // Security
  'view_security',
  'manage_security',
  // Installation
  'manage_maps',
  'manage_backups',
  'test_delivery',
  'manage_webhooks',
] as const
export type Permission = (typeof permissions)[number]

const allRoles = roles
const memberRoles = ['admin', 'client_admin', 'zone_manager_rw', 'zone_manager_ro', 'app_user'] as const
const watcherRoles = ['admin', 'client_admin', 'zone_manager_rw', 'zone_manager_ro'] as const
const zoneManagingRoles = ['admin', 'client_admin', 'zone_manager_rw'] as const
const superAdminOnly = [] as const

/**
 * The roles that have each permission, from the permission table and screen rules of the specification (part 2, section 6) and
 * the decisions of the design (section 6). super_admin is omitted because it has every permission.
 *
 * Where the sources differ:
 * - The table's 'onboard zone managers' is `assign_zone_managers`, and 'onboard users' is `link_users`: both mean adding by code.
 * - 'create hazard responses' is `report_hazards`: everybody in a zone except read-only managers (design 6.4). People who may not
 * see every hazard can still follow the ones they reported (`view_own_hazards`).
 * - The basic map gives admin and manager 'view_all'. It applies to admin; for manager the fine-grained table says 'view zones
 * and app users only', and the narrower rule wins (decision 018).
 * - Deleting files is for roles that create folders or manage groups, as the screen rule says.
 */
const rolesByPermission: Readonly<Record<Permission, readonly Role[]>> = {
  view_all_zones: ['admin'],
  view_zones: allRoles,
  create_zones: ['admin', 'client_admin'],
  edit_zones: zoneManagingRoles,
  delete_zones: ['admin'],
  suspend_zones: ['admin'],
  grant_zone_permissions: ['admin'],
  submit_zone_requests: ['client_admin'],
  approve_requests: ['admin'],

  view_zone_users: watcherRoles,
  view_zone_managers: watcherRoles,
  link_users: zoneManagingRoles,
  unlink_users: zoneManagingRoles,
  assign_zone_managers: zoneManagingRoles,
  change_roles: ['admin', 'zone_manager_rw'],
  reset_zone_pin: zoneManagingRoles,

  check_position: allRoles,
  view_attendance: watcherRoles,
  track_live_locations: ['admin', 'zone_manager_rw', 'zone_manager_ro'],
  request_location_tracking: allRoles,

  view_hazards: memberRoles,
  view_own_hazards: allRoles,
  report_hazards: allRoles.filter(role => role !== 'zone_manager_ro'),
  manage_hazards: zoneManagingRoles,

  view_broadcasts: memberRoles,
  broadcast: ['zone_manager_rw'],

  view_groups: memberRoles,
  manage_groups: zoneManagingRoles,
  chat_in_groups: [...zoneManagingRoles, 'app_user'],

  view_files: memberRoles,
  create_folders: ['zone_manager_rw'],
  upload_files: ['zone_manager_rw'],
  link_folders: ['zone_manager_rw'],
  delete_files: zoneManagingRoles,

  view_users: [...watcherRoles, 'manager', 'supervisor'],
  create_users: ['admin'],
  edit_users: ['admin'],
  delete_users: ['admin'],
  set_user_status: ['admin'],
  manage_internal_users: superAdminOnly,
  edit_employees: superAdminOnly,
  suspend_employees: superAdminOnly,
  view_clients: ['admin'],
  onboard_clients: ['admin'],
  edit_clients: ['admin'],

  download_reports: ['admin', 'zone_manager_rw', 'zone_manager_ro'],
  download_monthly_reports: watcherRoles,
  download_fortnightly_reports: ['admin', 'zone_manager_rw', 'zone_manager_ro', 'app_user'],
  view_report_emails: watcherRoles,
  manage_report_emails: ['client_admin'],
  manage_report_recipients: ['zone_manager_rw'],

  view_security: ['admin'],
  manage_security: ['admin'],

  manage_maps: superAdminOnly,
  manage_backups: superAdminOnly,
  test_delivery: superAdminOnly,
  manage_webhooks: ['admin'],
}

function listPermissions(role: Role): ReadonlySet<Permission> {
  return new Set(permissions.filter(name => role === 'super_admin' || rolesByPermission[name].includes(role)))
}

/** The full matrix. The migrator writes it to `role_permissions`, which row-level security reads. */
export const rolePermissions: Readonly<Record<Role, ReadonlySet<Permission>>> = {
  super_admin: listPermissions('super_admin'),
  admin: listPermissions('admin'),
  manager: listPermissions('manager'),
  supervisor: listPermissions('supervisor'),
  worker: listPermissions('worker'),
  client_admin: listPermissions('client_admin'),
  zone_manager_rw: listPermissions('zone_manager_rw'),
  zone_manager_ro: listPermissions('zone_manager_ro'),
  app_user: listPermissions('app_user'),
}

/** Returns true if the (effective) role has the permission. */
export function can(role: Role, permission: Permission): boolean {
  return rolePermissions[role].has(permission)
}
