import { can, type Permission } from './permission.ts'
import { isZoneManager, type Role } from './role.ts'

/**
 * What a zone manager may be granted, or have taken away, in one zone. What they see of a zone (its people, presence,
 * notifications, broadcasts, groups and files) is what makes them a manager, and goes with the role alone; what closes or deletes
 * a zone stays with internal admins.
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

/** How somebody's permissions in a zone differ from those of their role there. */
export type PermissionChanges = {
  readonly granted: readonly GrantablePermission[]
  readonly revoked: readonly GrantablePermission[]
}
export const noChanges = { granted: [], revoked: [] } as const satisfies PermissionChanges

/** What decides what somebody may do in a zone: their effective role there, and how their permissions differ from it. */
export type ZoneRights = { readonly role: Role } & Partial<PermissionChanges>

/** Only zone managers carry changes; whoever is less or more there is ruled by their role alone. */
export const carriesChanges = isZoneManager

/** Whether they may do it in the zone these rights are of. Ask `can` where there is no zone. */
export function mayInZone({ role, granted, revoked }: ZoneRights, permission: Permission): boolean {
  if (carriesChanges(role) && isGrantable(permission)) {
    if (revoked?.includes(permission)) return false
    if (granted?.includes(permission)) return true
  }
  return can(role, permission)
}

/** Whether reports of the zone are theirs at all: a manager whose downloads were taken away has none, by whichever way they come. */
export const mayHaveReports = (rights: ZoneRights): boolean =>
  !isZoneManager(rights.role) || mayInZone(rights, 'download_reports')

/** The changes that make a difference to this role: a grant of what it holds, and taking away what it lacks, say nothing. */
export const changesOf = (
  role: Role,
  wanted: Readonly<Partial<Record<GrantablePermission, boolean>>>,
): PermissionChanges => ({
  granted: grantablePermissions.filter(name => wanted[name] === true && !can(role, name)),
  revoked: grantablePermissions.filter(name => wanted[name] === false && can(role, name)),
})

/** The changes as the database tells them: of each permission whether it was granted (else it was taken away). */
export function changesFrom(told: Readonly<Record<string, boolean>> | null | undefined): PermissionChanges {
  if (!told) return noChanges
  return {
    granted: grantablePermissions.filter(name => told[name] === true),
    revoked: grantablePermissions.filter(name => told[name] === false),
  }
}
