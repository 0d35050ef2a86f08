/**
 * What the role of requests may do in SQL, past the program: of every table, the rows that each verb reaches. A table without its
 * line fails the check, and so does a verb that is granted and not named here.
 *
 *     own               rows about oneself
 *     member            of zones one belongs to, also by an invitation
 *     in zone: roles    of zones one has accepted, in these roles there; for internal admins of all zones
 *     entered: roles    the same, in a session that entered with the PIN
 *     oneself in zone   about oneself, in zones one has accepted
 *     oneself as member the same, also by an invitation
 *     somewhere: roles  what is for all zones, in these roles in one of them
 *     account: roles    all rows, by the role of the account
 *     all               all rows, for everybody
 */
export const tables: readonly string[] = [
  'public.alert_preferences | select own | insert own | update own',
  'public.broadcast_group_links | select own; in zone: super admin client rw ro user | insert oneself in zone: super admin client rw ro',
  'public.broadcast_recipients | select own; in zone: super admin client rw ro | update own',
  'public.broadcast_templates | select in zone: super rw | insert oneself in zone: super rw | delete in zone: super rw',
  'public.broadcasts | select own; in zone: super admin client rw ro user | insert oneself in zone: super rw',
  'public.consents | select own',
  'public.data_breach_notifications | select account: super admin | insert account: super admin',
  'public.data_downloads | select own',
  'public.document_confirmations | select own; in zone: super admin client rw ro | insert oneself in zone: super admin client rw ro user | update own',
  'public.document_readings | select in zone: super admin client rw ro user | insert oneself in zone: super rw | update in zone: super rw | delete in zone: super rw',
  'public.document_versions | select in zone: super admin client rw ro user | insert oneself in zone: super rw',
  'public.documents | select in zone: super admin client rw ro user | insert oneself in zone: super rw | update in zone: super admin client rw',
  'public.feed_appends | select all',
  'public.feed_events | insert account: super admin client',
  'public.folder_group_links | select in zone: super admin client rw ro; oneself in zone: user | insert oneself in zone: super rw | delete in zone: super rw',
  'public.folders | select in zone: super admin client rw ro user | insert oneself in zone: super rw | update in zone: super admin client rw',
  'public.group_files | select in zone: super admin client rw; oneself in zone: ro user | insert oneself in zone: super admin client rw user | delete oneself in zone: super admin client rw ro user',
  'public.group_members | select in zone: super admin client rw ro; oneself in zone: user | insert in zone: super admin client rw | delete in zone: super admin client rw',
  'public.group_messages | select in zone: super admin client rw; oneself in zone: ro user | insert oneself in zone: super admin client rw user | update oneself in zone: super admin client rw user',
  'public.group_reactions | select in zone: super admin client rw; oneself in zone: ro user | insert oneself in zone: super admin client rw user | delete oneself in zone: super admin client rw ro user',
  'public.group_reads | select in zone: super admin client rw; oneself in zone: ro user | insert oneself in zone: super admin client rw ro user | update oneself in zone: super admin client rw ro user',
  'public.groups | select in zone: super admin client rw ro; oneself in zone: user | insert oneself in zone: super admin client rw | update in zone: super admin client rw | delete in zone: super admin client rw',
  'public.hazard_steps | select in zone: super admin client rw ro user | insert oneself in zone: super admin client rw user',
  'public.hazards | select in zone: super admin client rw ro user | insert oneself in zone: super admin client rw user | update in zone: super admin client rw; oneself in zone: user',
  'public.location_tracking_requests | select own; entered: super admin rw ro | insert oneself in zone; entered: super admin rw ro | update own; entered: super admin rw ro',
  'public.position_checks | select own; in zone: super admin rw ro',
  'public.presence_history | select own; in zone: super admin client rw ro',
  'public.presence_sharing | select own; in zone: super admin client rw ro | insert oneself in zone | update own | delete own',
  'public.presence_tracking | select own; in zone: super admin client rw ro',
  'public.push_subscriptions | select own | insert own | delete own',
  'public.quiet_hours | select own | insert own | update own | delete own',
  'public.role_permissions | select all',
  'public.security_events | select account: super admin | insert own; account: super admin',
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
  'public.zone_permissions | select own; in zone: super admin',
  'public.zone_shapes | select in zone: super admin client rw',
  'public.zones | select member | update in zone: super admin client rw',
]

/** Rows of one table that are not for the same people: each kind has its line, by the name that `known-tables.ts` gives it. */
export const kindsOfRows: readonly string[] = [
  'broadcasts (for some) | select own; in zone: super admin client rw ro',
  'broadcasts (received) | select oneself in zone: super admin client rw ro user; in zone: super admin client rw ro',
  'broadcasts (to all zones) | select somewhere: super admin client rw ro user',
  'broadcasts (waiting) | select own; in zone: super rw',
  'stored_files (of a hazard) | select in zone: super admin client rw ro user | insert in zone: super admin client rw | delete in zone: super admin client rw; oneself in zone: ro user',
  'stored_files (of a group) | select in zone: super admin client rw; oneself in zone: ro user | delete oneself in zone: super admin client rw ro user',
  'stored_files (unused) | select own | update own | delete own',
]

/** No verb of a request reaches these. */
export const ownerOnly: readonly string[] = [
  'auth.accounts',
  'auth.passkeys',
  'auth.pending_sign_ins',
  'auth.recovery_codes',
  'auth.sessions',
  'auth.two_step',
  'auth.users',
  'auth.verifications',
  'public.alert_deliveries',
  'public.alert_orders',
  'public.app_login',
  'public.declined_invitations',
  'public.email_changes',
  'public.entry_pins',
  'public.feed_floor',
  'public.installation_facts',
  'public.installation_secrets',
  'public.known_devices',
  'public.map_settings',
  'public.past_memberships',
  'public.rate_limits',
  'public.removed_files',
  'public.removed_owners',
  'public.schema_functions',
  'public.schema_migrations',
  'public.security_chain',
  'public.webhook_cursor',
]

/**
 * Every function that a request may call, and for whose zone and people it does what it is for. `own`: it tells and changes nothing of
 * others, but to who sees all accounts. Functions of triggers are not listed.
 */
export const functions: readonly string[] = [
  'accept_invitation | own',
  'account_consent | own',
  'actor_can | own',
  'actor_chats | own',
  'actor_folders | own',
  'actor_id | own',
  'actor_role | own',
  'actor_rooms | own',
  'actor_session_id | own',
  'actor_tracked_zones | own',
  'actor_zones | own',
  'actor_zones_with | own',
  'assign_user_to_zone | account: super admin',
  'audit_rls_compliance | own',
  'change_member_role | in zone: super admin rw',
  'count_broadcast_audience | in zone: super rw',
  'count_passkeys | own',
  'count_zone_people | in zone: super admin client rw ro',
  'create_zone | account: super admin client',
  'decline_invitation | own',
  'group_people | in zone: super admin client rw ro',
  'has_joined | own',
  'has_password | own',
  'has_second_step | own',
  'is_located | own',
  'link_security_events | own',
  'link_user_by_code | in zone: super admin client rw',
  'list_readers | in zone: super admin client rw ro',
  'list_removed_owners | own',
  'list_tracking_requests | entered: super admin rw ro',
  'located_members | in zone: super admin rw ro',
  'may_broadcast | in zone: super rw',
  'own_sign_in | own',
  'pending_email | own',
  'people_of_zones | in zone: super admin client rw ro',
  'person_names | in zone: all',
  'pin_of_member | in zone: super admin client rw',
  'recall_broadcast | in zone: super rw',
  'remind_broadcast | in zone: super rw',
  'say_typing | in zone: super admin client rw',
  'search_query | own',
  'search_words | own',
  'security_event_hash | own',
  'send_broadcast | in zone: super rw',
  'unlink_member | in zone: super admin client rw',
  'uuid_v7 | own',
  'wire_time | own',
  'zone_people | in zone: super admin client rw ro',
]
