/** Tables whose rows no export contains, and why. Their names include the schema. */
export const leftOutOfAll: Readonly<Record<string, string>> = {
  'auth.pending_sign_ins': 'sign-ins that wait for their second step, for a few minutes',
  'auth.sessions': 'live sessions: everybody signs in again',
  'auth.verifications': 'links sent by email, which work once: they are sent again on request',
  'public.app_login': 'the login of requests, which each database has for itself',
  'public.backup_runs': 'describes backups in the place of the former machine',
  'public.email_changes': 'changes of addresses that wait for a link sent by email',
  'public.known_devices': 'secrets of browsers that signed in before',
  'public.presence_sharing': 'belongs to a live session',
  'public.push_subscriptions': 'belongs to a live session: each device subscribes again',
  'public.rate_limits': 'counts of attempts, for minutes or hours',
  'public.schema_functions': 'describes functions that the program creates itself',
  'public.zone_entries': 'belongs to a live session: the PIN is entered again',
}

const INSTALLATION = 'about the whole installation'
const PERSONAL = 'a choice of the person for the whole installation'

/** Further tables whose rows the export of one organisation does not contain, and why. */
export const leftOutOfOrganisation: Readonly<Record<string, string>> = {
  'auth.accounts': 'passwords and single sign-on: people set a new password by the reset link',
  'auth.passkeys': 'a way to sign in to the former installation',
  'auth.recovery_codes': 'a way to sign in to the former installation',
  'auth.two_step': 'a way to sign in to the former installation',
  'public.alert_deliveries': 'how alerts were sent',
  'public.alert_orders': 'alerts being sent, for seconds',
  'public.alert_preferences': PERSONAL,
  'public.badge_keys': 'secrets of badge readers: keys are made again',
  'public.consents': 'given to the former installation: the next one asks again',
  'public.data_breach_notifications': INSTALLATION,
  'public.data_downloads': 'archives of people’s own data, of all their organisations',
  'public.entry_pins': 'secrets: people choose a new PIN',
  'public.evacuation_notes':
    'about health, which people write again for the next installation if they want to',
  'public.feed_events': 'copies of changes for open screens, for seven days',
  'public.feed_floor': INSTALLATION,
  'public.import_items': 'what can be undone in the former installation',
  'public.imports': 'what can be undone in the former installation',
  'public.installation_facts': INSTALLATION,
  'public.installation_secrets': INSTALLATION,
  'public.map_settings': INSTALLATION,
  'public.past_memberships': 'needed only to list views of a location in the former installation',
  'public.quiet_hours': PERSONAL,
  'public.removed_files': 'files that are about to be erased',
  'public.removed_owners': 'readings that are about to be erased',
  'public.role_permissions': 'written by the program',
  'public.schema_migrations': INSTALLATION,
  'public.security_chain': INSTALLATION,
  'public.trackers': 'devices with a secret for the former installation',
  'public.user_alerts': 'inboxes, which repeat what the other tables contain',
  'public.visitor_kiosks': 'tablets with a secret for the former installation',
  'public.webhook_cursor': INSTALLATION,
  'public.webhook_deliveries': INSTALLATION,
  'public.webhooks': INSTALLATION,
  'public.zone_invitation_uses': 'belongs to invitations by link',
  'public.zone_invitations': 'links with a secret: invitations are made again',
}
