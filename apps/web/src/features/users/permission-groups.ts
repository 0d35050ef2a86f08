import { t } from '@lingui/core/macro'
import { type GrantablePermission, grantablePermissions } from '@muster/domain/zone-permission.ts'

/** The heading under which the form lists each permission. */
const headings: Readonly<Record<GrantablePermission, string>> = {
  edit_zones: t`Zone`,
  link_users: t`People`,
  unlink_users: t`People`,
  assign_zone_managers: t`People`,
  change_roles: t`People`,
  reset_zone_pin: t`People`,
  track_live_locations: t`Presence`,
  report_hazards: t`Hazards`,
  manage_hazards: t`Hazards`,
  broadcast: t`Broadcasts`,
  manage_groups: t`Groups`,
  chat_in_groups: t`Groups`,
  create_folders: t`Files & Folders`,
  upload_files: t`Files & Folders`,
  link_folders: t`Files & Folders`,
  delete_files: t`Files & Folders`,
  download_reports: t`Reports`,
  view_report_emails: t`Reports`,
  manage_report_emails: t`Reports`,
  manage_report_recipients: t`Reports`,
}

/** The permissions that can be granted, grouped by heading. */
export const permissionGroups = [...Map.groupBy(grantablePermissions, name => headings[name])].map(
  ([heading, permissions]) => ({ heading, permissions }),
)
