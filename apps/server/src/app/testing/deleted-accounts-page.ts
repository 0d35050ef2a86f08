import { fileURLToPath } from 'node:url'
import {
  type DeletionFate,
  type PersonalDataKind,
  personalData,
  personalDataWith,
} from '@muster/domain/personal-data.ts'

export const deletedAccountsPagePath = fileURLToPath(
  new URL('../../../../../docs/deleted-accounts.md', import.meta.url),
)

/** Every column that names a person, under the kind of data its row is for them. `deleted-account.pg.test.ts` holds it against the catalog. */
export const personColumns: Readonly<Record<PersonalDataKind, readonly string[]>> = {
  profile: [
    'user_profiles.id',
    'entry_pins.user_id',
    'email_changes.user_id',
    'auth.accounts.user_id',
    'auth.passkeys.user_id',
    'auth.pending_sign_ins.user_id',
    'auth.two_step.user_id',
    'auth.recovery_codes.user_id',
  ],
  memberships: [
    'zone_assignments.user_id',
    'zone_permissions.user_id',
    'zone_entries.user_id',
    'starred_zones.user_id',
    'past_memberships.user_id',
    'declined_invitations.user_id',
    'group_members.user_id',
    'client_members.user_id',
  ],
  presence: ['presence_tracking.user_id', 'presence_sharing.user_id', 'webhook_deliveries.person_id'],
  readings: ['position_checks.user_id'],
  visits: ['presence_history.user_id', 'attendance_corrections.user_id', 'attendance_objections.user_id'],
  location_requests: ['location_tracking_requests.user_id', 'location_tracking_requests.requested_by'],
  consents: ['consents.user_id'],
  sessions: [
    'auth.sessions.user_id',
    'known_devices.user_id',
    'trackers.user_id',
    'push_subscriptions.user_id',
    'alert_preferences.user_id',
    'quiet_hours.user_id',
  ],
  alerts: ['user_alerts.user_id', 'alert_deliveries.user_id'],
  answers: [
    'broadcast_recipients.user_id',
    'document_confirmations.user_id',
    'group_reactions.user_id',
    'group_reads.user_id',
  ],
  downloads: ['data_downloads.user_id', 'report_runs.asked_by', 'report_runs.person_id'],
  messages: ['group_messages.sender_id', 'group_files.uploaded_by'],
  hazards: [
    'hazards.reported_by',
    'hazards.assignee_id',
    'hazard_steps.actor_id',
    'hazard_steps.assignee_id',
  ],
  broadcasts: ['broadcasts.sender_id', 'broadcast_templates.created_by', 'broadcast_group_links.created_by'],
  files: [
    'documents.uploaded_by',
    'documents.deleted_by',
    'document_versions.uploaded_by',
    'document_readings.asked_by',
    'document_confirmations.asked_by',
    'folders.created_by',
    'folders.deleted_by',
    'folder_group_links.created_by',
    'stored_files.uploaded_by',
  ],
  administration: [
    'attendance_corrections.corrected_by',
    'attendance_objections.answered_by',
    'client_members.added_by',
    'clients.created_by',
    'data_breach_notifications.account_id',
    'data_breach_notifications.created_by',
    'email_changes.requested_by',
    'group_members.added_by',
    'groups.created_by',
    'map_settings.updated_by',
    'report_recipients.added_by',
    'report_runs.rerun_by',
    'report_schedules.created_by',
    'shift_plans.created_by',
    'webhooks.created_by',
    'zone_assignments.assigned_by',
    'zone_holidays.created_by',
    'zone_permissions.given_by',
    'zone_requests.requested_by',
    'zone_requests.decided_by',
    'zone_shapes.changed_by',
    'zones.created_by',
  ],
  security_events: ['security_events.actor_id', 'security_events.affected_user_id'],
}

const titles: Readonly<Record<DeletionFate, string>> = {
  removed: 'Removed with the account',
  nameless: 'Kept without the name, because others work with it',
  logged: 'Kept under the ID of the account',
}

/** The page that says what becomes of a person's data when the account is deleted. */
export function deletedAccountsPage(): string {
  const tables = (Object.keys(titles) as DeletionFate[]).map(fate => {
    const rows = personalDataWith(fate).map(
      kind =>
        `| ${personalData[kind].words} | ${personColumns[kind].map(column => `\`${column}\``).join(', ')} |`,
    )
    return `## ${titles[fate]}\n\n| Data | Columns |\n|---|---|\n${rows.join('\n')}\n`
  })
  return `# Deleted accounts

Generated from \`packages/domain/src/personal-data.ts\` and \`apps/server/src/app/testing/deleted-accounts-page.ts\` by \`npm run generate\`.
Do not edit. The dialogs that delete an account and "What is kept about me" in Settings show the same list.

${tables.join('\n')}
Readings are erased within minutes; everything else goes in the transaction of the deletion. Scheduled broadcasts of the person are
recalled, and those who may send in the zone are alerted. Alerts of others that are about the person, such as calls for help, are removed.
Texts that people wrote, and alerts, mails and files that others already received, are not searched for the name. The security log
is kept for \`SECURITY_LOG_DAYS\`.
`
}
