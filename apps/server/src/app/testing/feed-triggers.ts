const deletedPerson = 'deletion of the person'
const deletedZone = 'deletion of the zone'

/**
 * The triggers that write events, by table, and the places that write rows of that table. A trigger is justified only if there are
 * two or more writers (decision 021): a single feature publishes next to its write.
 */
export const feedTriggers: Readonly<Record<string, readonly string[]>> = {
  'badge_states: count_others_of_rows': [
    'the door for badge readers',
    'dismissed numbers',
    'expired states',
    deletedZone,
  ],
  'badges: count_others_of_rows': ['badges', 'imports of badges', deletedPerson, deletedZone],
  'visitor_visits: count_others_of_rows': [
    'visitors',
    'kiosk and poster',
    'the end of the day',
    'expired visits',
  ],
  'auth.passkeys: announce_two_step': [
    'auth/passkeys',
    'an email change',
    'a taken-over account',
    deletedPerson,
  ],
  'auth.sessions: announce_session_end': [
    'signing out',
    'a new password',
    'a suspended profile',
    deletedPerson,
  ],
  'auth.two_step: announce_two_step': ['two-step', 'a taken-over account', deletedPerson],
  'broadcast_recipients: announce_progress': [
    'answers',
    'delivered alerts',
    'unreachable people',
    deletedPerson,
  ],
  'client_members: announce_client_members': ['organisations', 'assignments', 'changed roles', deletedPerson],
  'consents: announce_consent': ['consents', 'new accounts'],
  'consents: withhold_positions': ['consents', 'new accounts'],
  'data_downloads: announce_download': ['settings/download', 'expired downloads', deletedPerson],
  'entry_pins: announce_pin': ['PIN entry', 'settings', 'resets by a manager', 'a taken-over account'],
  'group_members: follow_group_member_removed': ['groups', 'the end of a membership', deletedPerson],
  'groups: announce_group_removed': ['groups', deletedZone],
  'presence_sharing: announce_sharing': [
    'presence/sharing',
    'the clock',
    'ended sessions',
    'withdrawn consents',
  ],
  'presence_tracking: count_occupancy': ['checks', 'silent visits', 'the end of a membership', deletedPerson],
  'push_subscriptions: announce_push': ['push', 'gone devices', 'ended sessions', deletedPerson],
  'report_runs: announce_report_run': ['reports/runs', 'report mails', 'expired runs', deletedZone],
  'trackers: announce_tracker': ['trackers', 'tracker doors', 'an email change', 'a taken-over account'],
  'user_alerts: follow_alerts': ['alerts of every feature', 'ordered alerts', 'replaced alerts'],
  'user_profiles: follow_profile': ['settings', 'accounts', 'organisations', 'an email change'],
  'zone_assignments: follow_assignment': ['users', 'invitations', 'organisations', deletedPerson],
  'zone_entries: announce_entry_end': ['the end of a membership', 'ended sessions', 'suspended zones'],
  'zone_requests: follow_zone_request': ['zone requests', 'new zones', 'opened zones', deletedZone],
  'zones: close_groups_of_zone': ['zones', 'zone requests', 'suspended organisations'],
  'zones: follow_zone': ['zones', 'zone requests', 'suspended organisations', 'moved zones'],
  'zones: follow_zone_of_client': ['zones', 'organisations', deletedZone],
}
