import { type GrantablePermission, grantablePermissions } from '@muster/domain/zone-permission.ts'

/** The heading of each permission in the form that grants it. */
const headings: Readonly<Record<GrantablePermission, string>> = {
  edit_zones: 'Zone',
  link_users: 'People',
  unlink_users: 'People',
  assign_zone_managers: 'People',
  change_roles: 'People',
  reset_zone_pin: 'People',
  track_live_locations: 'Presence',
  report_hazards: 'Notifications',
  manage_hazards: 'Notifications',
  broadcast: 'Broadcasts',
  manage_groups: 'Groups',
  chat_in_groups: 'Groups',
  create_folders: 'Files',
  upload_files: 'Files',
  link_folders: 'Files',
  delete_files: 'Files',
  download_reports: 'Reports',
  view_report_emails: 'Reports',
  manage_report_emails: 'Reports',
  manage_report_recipients: 'Reports',
}

/** The permissions that can be granted, grouped by heading. */
export const permissionGroups = [...Map.groupBy(grantablePermissions, name => headings[name])].map(
  ([heading, permissions]) => ({ heading, permissions }),
)
