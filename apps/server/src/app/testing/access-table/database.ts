/**
 * The rights of the requests' database role in SQL, without the program: for every table, the rows each verb reaches. The check
 * fails for a table without a line and for a granted verb that is not listed.
 *
 *     own               rows about the person
 *     member            rows in zones the person belongs to, including by invitation
 *     in zone: roles    rows in zones the person has accepted, in these roles there; all zones for internal admins
 *     others in zone: roles  the same, but not about the person
 *     entered: roles    the same, in a session that entered with the PIN
 *     oneself in zone   rows about the person, in zones they have accepted
 *     oneself as member the same, including by invitation
 *     somewhere: roles  rows for all zones, in these roles in any zone
 *     account: roles    all rows, by the account's role
 *     all               all rows, for everybody
 */
export const tables: readonly string[] = [
  'public.alert_preferences | select own | insert own | update own',
  'public.assembly_points | select in zone: all',
  'public.attendance_corrections | select own; in zone: super admin client rw ro | insert others in zone: super admin client rw',
  'public.attendance_objections | select own; in zone: super admin client rw ro | insert oneself in zone | update own; in zone: super admin client rw',
  'public.broadcast_group_links | select own; in zone: super admin client rw ro user | insert oneself in zone: super admin client rw ro | delete in zone: super rw',
  'public.broadcast_recipients | select own; in zone: super admin client rw ro | update own',
  'public.broadcast_templates | select in zone: super rw | insert oneself in zone: super rw | delete in zone: super rw',
  'public.broadcasts | select own; in zone: super admin client rw ro user | insert oneself in zone: super rw | update in zone: super rw',
  'public.client_members | select own; account: super admin client',
  'public.clients | select account: super admin client | update account: super admin client',
  'public.consents | select own',
  'public.data_breach_notifications | select account: super admin | insert account: super admin',
  'public.data_downloads | select own',
  'public.document_confirmations | select own; in zone: super admin client rw ro | insert oneself in zone: super admin client rw ro user',
  'public.document_readings | select in zone: super admin client rw ro user | insert oneself in zone: super rw | update in zone: super rw | delete in zone: super rw',
  'public.document_versions | select in zone: super admin client rw ro user | insert oneself in zone: super rw',
  'public.documents | select in zone: super admin client rw ro user | insert oneself in zone: super rw | update in zone: super admin client rw',
  'public.drill_calendars | select in zone: super admin client rw ro',
  'public.emergencies | select own; in zone: super admin client rw ro',
  'public.emergency_claims | select own; in zone: super admin client rw ro',
  'public.emergency_contacts | select own; in zone: super admin client rw ro',
  'public.emergency_people | select own; in zone: super admin client rw ro',
  'public.emergency_plans | select in zone: super admin client rw ro',
  'public.folder_group_links | select in zone: super admin client rw ro; oneself in zone: user | insert oneself in zone: super rw | delete in zone: super rw',
  'public.folders | select in zone: super admin client rw ro user | insert oneself in zone: super rw | update in zone: super admin client rw',
  'public.group_files | select in zone: super admin client rw; oneself in zone: ro user | insert oneself in zone: super admin client rw user | delete oneself in zone: super admin client rw ro user',
  'public.group_members | select in zone: super admin client rw ro; oneself in zone: user | insert in zone: super admin client rw | delete in zone: super admin client rw',
  'public.group_messages | select in zone: super admin client rw; oneself in zone: ro user | insert oneself in zone: super admin client rw user | update oneself in zone: super admin client rw user',
  'public.group_reactions | select in zone: super admin client rw; oneself in zone: ro user | insert oneself in zone: super admin client rw user | delete oneself in zone: super admin client rw ro user',
  'public.group_reads | select in zone: super admin client rw; oneself in zone: ro user | insert oneself in zone: super admin client rw ro user | update oneself in zone: super admin client rw ro user',
  'public.groups | select in zone: super admin client rw ro; oneself in zone: user | insert oneself in zone: super admin client rw | update in zone: super admin client rw | delete in zone: super admin client rw',
  'public.hazard_steps | select in zone: super admin client rw ro user; oneself in zone: mgr sup wrk | insert oneself in zone: super admin client rw user',
  'public.hazards | select in zone: super admin client rw ro user; oneself in zone: mgr sup wrk | insert oneself in zone: super admin client rw user mgr sup wrk | update in zone: super admin client rw; oneself in zone: user mgr sup wrk',
  'public.location_tracking_requests | select own; entered: super admin rw ro | insert oneself in zone; entered: super admin rw ro | update own; entered: super admin rw ro',
  'public.notice_people | select own | insert oneself in zone: super admin client rw ro | update oneself in zone: super admin client rw ro | delete own',
  'public.notice_rules | select own | insert oneself in zone: super admin client rw ro | update oneself in zone: super admin client rw ro | delete own',
  'public.position_checks | select own; in zone: super admin rw ro',
  'public.presence_history | select own; in zone: super admin client rw ro',
  'public.presence_sharing | select own; in zone: super admin client rw ro | insert oneself in zone | update own | delete own',
  'public.presence_tracking | select own; in zone: super admin client rw ro',
  'public.push_subscriptions | select own | insert own | delete own',
  'public.quiet_hours | select own | insert own | update own | delete own',
  'public.report_deliveries | select in zone: super admin client rw ro',
  'public.report_recipients | select in zone: super admin client rw ro | insert oneself in zone: super client rw | update in zone: super client rw | delete in zone: super client rw',
  'public.report_runs | select own',
  'public.report_schedules | select in zone: super admin client rw ro | insert oneself in zone: super client rw | update in zone: super client rw | delete in zone: super client rw',
  'public.role_permissions | select all',
  'public.security_events | select account: super admin | insert own; account: super admin',
  'public.shift_plans | select in zone: all | insert oneself in zone: super admin client rw | update in zone: super admin client rw | delete in zone: super admin client rw',
  'public.starred_zones | select own | insert oneself as member | delete own',
  'public.stored_files | select own; in zone: super admin client rw ro user | insert own | update own | delete own; in zone: super admin client rw',
  'public.trackers | select own | insert own | update own | delete own',
  'public.user_alerts | select own | update own',
  'public.user_profiles | select own; in zone: super admin client rw ro | update own',
  'public.webhook_deliveries | select account: super admin',
  'public.webhooks | select account: super admin | insert account: super admin | update account: super admin | delete account: super admin',
  'public.zone_assignments | select own; in zone: super admin client rw ro',
  'public.zone_coordinates | select member',
  'public.zone_entries | select own',
  'public.zone_holidays | select in zone: all | insert oneself in zone: super admin client rw | update in zone: super admin client rw | delete in zone: super admin client rw',
  'public.zone_invitation_uses | select own; in zone: super admin client rw',
  'public.zone_invitations | select in zone: super admin client rw',
  'public.zone_permissions | select own; in zone: super admin',
  'public.zone_requests | select own; account: super admin',
  'public.zone_shapes | select in zone: super admin client rw',
  'public.zones | select member | update in zone: super admin client rw',
]

/** Kinds of rows in one table that have different audiences. Each kind has a line, under its name in `known-tables.ts`. */
export const rowKinds: readonly string[] = [
  'broadcasts (for some) | select own; in zone: super admin client rw ro',
  'broadcasts (received) | select oneself in zone: all; in zone: super admin client rw ro',
  'broadcasts (to all zones) | select somewhere: super admin client rw ro user',
  'broadcasts (waiting) | select own; in zone: super rw',
  'report_runs (mailed) | select in zone: super admin client rw ro',
  'stored_files (of a hazard) | select in zone: super admin client rw ro user; oneself in zone: mgr sup wrk | insert in zone: super admin client rw | delete in zone: super admin client rw; oneself in zone: ro user mgr sup wrk',
  'stored_files (of a group) | select in zone: super admin client rw; oneself in zone: ro user | delete oneself in zone: super admin client rw ro user',
  'stored_files (unused) | select own | update own | delete own',
]
