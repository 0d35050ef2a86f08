import type { DB } from '../../../db/schema.generated.ts'

/** A list of the archive: the rows of one table that are about the person, and of them the columns that are theirs to know. */
export type PersonalList = {
  /** Of the list and its file. */
  readonly name: string
  readonly says: string
  readonly table: keyof DB
  /** The columns that name the person: a row is theirs when one of them does. The first says whom the row is about. */
  readonly of: readonly [string, ...string[]]
  /** The order in which they stand in the archive. */
  readonly order: string
  readonly columns: readonly string[]
  /** Whether a column names the person, in place of the ids of others. */
  readonly flags?: Readonly<Record<string, string>>
  /** Columns that are told only where the row names nobody else, or is about nobody else. */
  readonly guarded?: Readonly<Record<string, 'nobody else is named' | 'nobody else is concerned'>>
  /** The columns that are not in it, and why. */
  readonly leftOut?: Readonly<Record<string, string>>
  /** How many rows are read at once, where a row may be large. */
  readonly pageRows?: number
}

const secret = 'a secret, or the hash of one'
const person = 'the person, who is the same in every row'
const other = 'names somebody else'
const counted = 'tells of others, how many are inside'

/** Every list of the archive that is read from a table as it is. */
export const personalLists: readonly PersonalList[] = [
  {
    name: 'sign-in',
    says: 'The sign-in: the address and whether it was confirmed.',
    table: 'auth.users',
    of: ['id'],
    order: 'id',
    columns: ['id', 'name', 'email', 'email_verified', 'image', 'created_at', 'updated_at'],
    leftOut: { sign_up: secret },
  },
  {
    name: 'ways-to-sign-in',
    says: 'How one signs in. Passwords are kept as hashes only, which are not in here.',
    table: 'auth.accounts',
    of: ['user_id'],
    order: 'id',
    columns: ['id', 'provider_id', 'account_id', 'scope', 'created_at', 'updated_at'],
    leftOut: {
      user_id: person,
      password: secret,
      access_token: secret,
      refresh_token: secret,
      id_token: secret,
      access_token_expires_at: 'of a secret that is not in here',
      refresh_token_expires_at: 'of a secret that is not in here',
    },
  },
  {
    name: 'sessions',
    says: 'Where one is signed in.',
    table: 'auth.sessions',
    of: ['user_id'],
    order: 'id',
    columns: ['id', 'ip_address', 'user_agent', 'created_at', 'updated_at', 'expires_at'],
    leftOut: { user_id: person, token: secret, device_hash: secret },
  },
  {
    name: 'known-devices',
    says: 'Devices that one has signed in from, by a hash that is not in here.',
    table: 'known_devices',
    of: ['user_id'],
    order: 'token_hash',
    columns: ['created_at', 'last_used_at'],
    leftOut: { user_id: person, token_hash: secret },
  },
  {
    name: 'profile',
    says: 'The profile with role, status, user code, skills and emergency contact.',
    table: 'user_profiles',
    of: ['id'],
    order: 'id',
    columns: [
      'id',
      'email',
      'first_name',
      'last_name',
      'phone',
      'date_of_birth',
      'role',
      'status',
      'user_code',
      'skills',
      'profile_image',
      'emergency_contact_name',
      'emergency_contact_phone',
      'emergency_contact_relationship',
      'created_at',
      'updated_at',
    ],
    leftOut: { search: 'words of the profile, for the search' },
  },
  {
    name: 'entry-pin',
    says: 'When the PIN was set, wrong tries and the wish for a reset. The PIN is kept as a hash only.',
    table: 'entry_pins',
    of: ['user_id'],
    order: 'user_id',
    columns: ['failures', 'updated_at', 'reset_asked_at'],
    leftOut: { user_id: person, pin_hash: secret },
  },
  {
    name: 'location-apps',
    says: 'The apps that send one’s position. Their tokens are kept as hashes only.',
    table: 'trackers',
    of: ['user_id'],
    order: 'id',
    columns: ['id', 'name', 'app', 'created_at', 'last_used_at'],
    leftOut: { user_id: person, token_hash: secret },
  },
  {
    name: 'memberships',
    says: 'The zones one belongs to or is invited to.',
    table: 'zone_assignments',
    of: ['user_id'],
    order: 'assignment_id',
    columns: ['assignment_id', 'zone_id', 'role', 'assigned_at', 'accepted_at'],
    leftOut: { user_id: person, assigned_by: other },
  },
  {
    name: 'declined-invitations',
    says: 'Invitations one declined.',
    table: 'declined_invitations',
    of: ['user_id'],
    order: 'zone_id',
    columns: ['zone_id', 'declined_at'],
    leftOut: { user_id: person },
  },
  {
    name: 'zone-entries',
    says: 'Zones that a session has entered with the PIN.',
    table: 'zone_entries',
    of: ['user_id'],
    order: 'session_id, zone_id',
    columns: ['session_id', 'zone_id', 'entered_at', 'expires_at'],
    leftOut: { user_id: person },
  },
  {
    name: 'zones-created',
    says: 'The zones one created.',
    table: 'zones',
    of: ['created_by'],
    order: 'id',
    columns: [
      'id',
      'name',
      'description',
      'boundary',
      'start_lat',
      'start_lng',
      'end_lat',
      'end_lng',
      'shape',
      'shape_version',
      'max_capacity',
      'status',
      'created_at',
      'updated_at',
    ],
    leftOut: {
      created_by: person,
      current_occupancy: counted,
      unseen_occupancy: counted,
      client_id: 'says whose customer the zone is, not the person',
      request_id: 'a number the app made so that the zone is not created twice',
    },
    // An outline may have 2,000 corners.
    pageRows: 20,
  },
  {
    name: 'zone-shapes-changed',
    says: 'When one changed the outline of a zone.',
    table: 'zone_shapes',
    of: ['changed_by'],
    order: 'zone_id, version',
    columns: ['zone_id', 'version', 'changed_at'],
    leftOut: { changed_by: person, shape: 'belongs to the zone' },
  },
  {
    name: 'presence',
    says: 'Where one was last seen, by zone.',
    table: 'presence_tracking',
    of: ['user_id'],
    order: 'zone_id',
    columns: [
      'id',
      'zone_id',
      'is_inside_zone',
      'latitude',
      'longitude',
      'accuracy_meters',
      'tracking_source',
      'entry_time',
      'exit_time',
      'captured_at',
      'received_at',
      'pending_inside',
      'pending_since',
      'created_at',
      'mock',
    ],
    leftOut: { user_id: person },
  },
  {
    name: 'visits',
    says: 'Visits to zones, from entry to exit.',
    table: 'presence_history',
    of: ['user_id'],
    order: 'zone_id, entry_time, id',
    columns: [
      'id',
      'zone_id',
      'entry_time',
      'exit_time',
      'duration_minutes',
      'accuracy_meters',
      'tracking_source',
    ],
    leftOut: { user_id: person },
  },
  {
    name: 'readings',
    says: 'Every reading of one’s position, once for each zone it was held against.',
    table: 'position_checks',
    of: ['user_id'],
    // As the index on them is.
    order: 'zone_id, least(captured_at, received_at)',
    columns: [
      'id',
      'zone_id',
      'latitude',
      'longitude',
      'accuracy_meters',
      'source',
      'captured_at',
      'received_at',
      'inside',
      'certain',
      'distance_to_center_m',
      'distance_to_edge_m',
      'change',
      'shape_version',
      'mock',
      'jump',
    ],
    leftOut: { user_id: person },
  },
  {
    name: 'sharing',
    says: 'Whether one shares one’s position now.',
    table: 'presence_sharing',
    of: ['user_id'],
    order: 'user_id',
    columns: ['zone_id', 'session_id', 'started_at', 'ends_at', 'paused_at'],
    leftOut: { user_id: person },
  },
  {
    name: 'tracking-requests',
    says: 'Requests to follow a position: by oneself, and about oneself.',
    table: 'location_tracking_requests',
    of: ['user_id', 'requested_by'],
    order: 'id',
    columns: ['id', 'zone_id', 'status', 'created_at', 'answered_at'],
    flags: { about_me: 'user_id', asked_by_me: 'requested_by' },
    leftOut: { user_id: other, requested_by: other },
  },
  {
    name: 'security-events',
    says: 'Entries of the security log by or about oneself.',
    table: 'security_events',
    of: ['affected_user_id', 'actor_id'],
    order: 'created_at, id',
    columns: ['id', 'created_at', 'event_type', 'severity', 'description', 'metadata'],
    flags: { about_me: 'affected_user_id', by_me: 'actor_id' },
    guarded: { description: 'nobody else is concerned', metadata: 'nobody else is named' },
    leftOut: {
      actor_id: other,
      affected_user_id: other,
      number: 'place in the chain of the log',
      previous_hash: 'place in the chain of the log',
      hash: 'place in the chain of the log',
    },
  },
  {
    name: 'breach-notices',
    says: 'Notices of breaches that one’s sign-ins raised, or that one wrote.',
    table: 'data_breach_notifications',
    of: ['account_id', 'created_by'],
    order: 'id',
    columns: ['id', 'created_at', 'severity', 'description', 'affected_users_count'],
    flags: { about_me: 'account_id', by_me: 'created_by' },
    guarded: { description: 'nobody else is concerned' },
    leftOut: { account_id: other, created_by: other, metadata: 'how attacks are recognised' },
  },
  {
    name: 'downloads',
    says: 'The download of one’s own data.',
    table: 'data_downloads',
    of: ['user_id'],
    order: 'id',
    columns: ['id', 'state', 'requested_at'],
    leftOut: {
      user_id: person,
      percent: 'of the file that is just being written',
      attempt: 'of the file that is just being written',
      path: 'of the file that is just being written',
      bytes: 'of the file that is just being written',
      ready_at: 'of the file that is just being written',
      expires_at: 'of the file that is just being written',
    },
  },
]

/** The tables that the archive does not read, and why. What names people is told to them in the archive. */
export const notRead: Readonly<Record<string, string>> = {
  'auth.verifications':
    'Links that were mailed: secrets, which work for an hour or, as an invitation, a week, and are removed then.',
  feed_events:
    'Copies of changes on their way to screens, for seven days: what they tell is in the lists of this archive.',
  webhook_deliveries:
    'Copies of changes on their way to receivers of the organisation, for two weeks: what they tell is in the lists of this archive.',
  webhooks: 'Receivers of the organisation. Who changed one is in the security log.',
  map_settings: 'A setting of the installation. Who changed it is in the security log.',
  zone_coordinates: 'The corners of zones: the outlines of zones one created are in their list.',
  rate_limits: 'Counts of tries, under hashes, which nobody can read back and which end by themselves.',
  removed_owners: 'Of deleted accounts and zones alone, until their readings are erased.',
  removed_files: 'Of removed files alone, until they are erased.',
  app_login: 'Belongs to the installation.',
  feed_appends: 'Belongs to the installation.',
  feed_floor: 'Belongs to the installation.',
  installation_facts: 'Belongs to the installation.',
  installation_secrets: 'Belongs to the installation.',
  role_permissions: 'Belongs to the installation.',
  schema_functions: 'Belongs to the installation.',
  schema_migrations: 'Belongs to the installation.',
  security_chain: 'Belongs to the installation.',
  webhook_cursor: 'Belongs to the installation.',
}
