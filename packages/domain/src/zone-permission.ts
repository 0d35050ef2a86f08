import { can, type Permission } from './permission.ts'
import { isZoneManager, type Role } from './role.ts'

/**
 * Grantable or deniable to a manager in one zone. Seeing its contents defines a manager and comes with the role only; closing or
 * deleting is for internal admins.
 */
export const grantablePermissions = [
  'edit_zones',
  'link_users',
  'unlink_users',
  'assign_zone_managers',
  'change_roles',
  'reset_zone_pin',
  'track_live_locations',
  'report_hazards',
  'manage_hazards',
  'broadcast',
  'manage_groups',
  'chat_in_groups',
  'create_folders',
  'upload_files',
  'link_folders',
  'delete_files',
  'download_reports',
  'view_report_emails',
  'manage_report_emails',
  'manage_report_recipients',
] as const satisfies readonly Permission[]
export type GrantablePermission = (typeof grantablePermissions)[number]

export const isGrantable = (permission: Permission): permission is GrantablePermission =>
  (grantablePermissions as readonly Permission[]).includes(permission)

/** The differences between a person's permissions in a zone and those of their role there. */
export type PermissionChanges = {
  readonly granted: readonly GrantablePermission[]
  readonly revoked: readonly GrantablePermission[]
}
export const noChanges = { granted: [], revoked: [] } as const satisfies PermissionChanges

/** The basis of a person's permissions in a zone: their effective role there, and how their permissions differ from it. */
export type ZoneRights = { readonly role: Role } & Partial<PermissionChanges>

/** Returns true for roles whose permissions can differ: only zone managers. For everybody else the role alone decides. */
export const acceptsChanges = isZoneManager

/** Returns true if these rights include the permission in their zone. Use `can` where there is no zone. */
export function mayInZone({ role, granted, revoked }: ZoneRights, permission: Permission): boolean {
  if (acceptsChanges(role) && isGrantable(permission)) {
    if (revoked?.includes(permission)) return false
    if (granted?.includes(permission)) return true
  }
  return can(role, permission)
}

/**
 * Returns false for a zone manager without the permission to download reports, who has no access to the zone's reports by any
 * route. Other roles are not restricted here.
 */
export const mayHaveReports = (rights: ZoneRights): boolean =>
  !isZoneManager(rights.role) || mayInZone(rights, 'download_reports')

/**
 * Returns only the requested changes that make a difference to this role: grants of permissions that it lacks, and revocations of
 * those that it has.
 */
export const listChanges = (
  role: Role,
  requested: Readonly<Partial<Record<GrantablePermission, boolean>>>,
): PermissionChanges => ({
  granted: grantablePermissions.filter(name => requested[name] === true && !can(role, name)),
  revoked: grantablePermissions.filter(name => requested[name] === false && can(role, name)),
})

/** Parses the changes as stored in the database: each permission with true for granted and false for revoked. */
export function toPermissionChanges(
  fields: Readonly<Record<string, boolean>> | null | undefined,
): PermissionChanges {
  if (!fields) return noChanges
  return {
    granted: grantablePermissions.filter(name => fields[name] === true),
    revoked: grantablePermissions.filter(name => fields[name] === false),
  }
}
