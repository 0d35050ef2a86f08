// Generated from the migrations by `npm run generate`. Do not edit.
import type { ColumnType, GeneratedAlways } from 'kysely'

type Generated<T> = T extends ColumnType<infer S, infer I, infer U> ? ColumnType<S, I | undefined, U> : ColumnType<T, T | undefined, T>
type Json = ColumnType<unknown, string, string>
type Time = ColumnType<Date, Date | string, Date | string>

export interface DB {
  'alert_deliveries': {
    alert_id: string
    channel: 'push' | 'mail'
    state: Generated<'waiting' | 'sent' | 'failed' | 'skipped'>
    attempts: Generated<number>
    next_try_at: Generated<Time>
    taken_until: Time | null
    problem: string | null
    sent_at: Time | null
    user_id: string
    urgent: Generated<boolean>
    postponed: Generated<number>
    devices: string[] | null
    calls_help: Generated<boolean>
  }
  'alert_orders': {
    id: Generated<string>
    zone_id: string | null
    type: string
    title: Json
    description: Json
    metadata: Json
    source: string
    user_ids: string[]
    created_at: Generated<Time>
  }
  'alert_preferences': {
    user_id: string
    type: string
    inbox: boolean
    push: boolean
    mail: boolean
  }
  'app_login': {
    one_row: Generated<boolean>
    name: string
    password: string
  }
  'assembly_points': {
    id: Generated<string>
    zone_id: string
    name: string
    latitude: number
    longitude: number
    radius_meters: number
  }
  'attendance_corrections': {
    id: Generated<string>
    request_id: string
    zone_id: string
    user_id: string
    day: string
    first_in: Time | null
    last_out: Time | null
    inside_minutes: number | null
    excused: Generated<boolean>
    withdrawn: Generated<boolean>
    reason: string
    corrected_by: string | null
    corrected_at: Generated<Time>
  }
  'attendance_objections': {
    id: Generated<string>
    request_id: string
    zone_id: string
    user_id: string
    day: string
    text: string
    state: Generated<'open' | 'accepted' | 'declined' | 'withdrawn'>
    answer: Generated<string>
    answered_by: string | null
    answered_at: Time | null
    created_at: Generated<Time>
  }
  'auth.accounts': {
    id: Generated<string>
    account_id: string
    provider_id: string
    user_id: string
    password: string | null
    access_token: string | null
    refresh_token: string | null
    id_token: string | null
    access_token_expires_at: Time | null
    refresh_token_expires_at: Time | null
    scope: string | null
    created_at: Generated<Time>
    updated_at: Generated<Time>
  }
  'auth.passkeys': {
    id: Generated<string>
    name: string | null
    user_id: string
    public_key: string
    credential_id: string
    counter: number
    device_type: string
    backed_up: boolean
    transports: string | null
    aaguid: string | null
    created_at: Generated<Time>
    last_used_at: Time | null
  }
  'auth.pending_sign_ins': {
    token_hash: Buffer
    user_id: string
    expires_at: Time
    created_at: Generated<Time>
  }
  'auth.recovery_codes': {
    user_id: string
    code_hash: Buffer
  }
  'auth.sessions': {
    id: Generated<string>
    token: string
    user_id: string
    expires_at: Time
    ip_address: string | null
    user_agent: string | null
    created_at: Generated<Time>
    updated_at: Generated<Time>
    device_hash: Buffer | null
    proof: Generated<'password' | 'second_step' | 'passkey' | 'single_sign_on'>
  }
  'auth.two_step': {
    user_id: string
    secret: string
    confirmed_at: Time | null
    last_counter: Generated<number>
    created_at: Generated<Time>
  }
  'auth.users': {
    id: Generated<string>
    name: string
    email: string
    email_verified: Generated<boolean>
    image: string | null
    sign_up: Json | null
    created_at: Generated<Time>
    updated_at: Generated<Time>
  }
  'auth.verifications': {
    id: Generated<string>
    identifier: string
    value: string
    expires_at: Time
    created_at: Generated<Time>
    updated_at: Generated<Time>
  }
  'backup_runs': {
    id: Generated<string>
    kind: 'backup' | 'check'
    cause: 'schedule' | 'person' | 'command'
    state: 'waiting' | 'running' | 'done' | 'failed'
    name: string | null
    phase: 'database' | 'packing' | 'files' | 'cleaning' | null
    stored_bytes: Generated<number>
    file_count: number | null
    form: string | null
    encrypted: boolean | null
    problem: string | null
    created_at: Generated<Time>
    started_at: Time | null
    progressed_at: Time | null
    finished_at: Time | null
    removed_at: Time | null
  }
  'badge_events': {
    id: Generated<string>
    zone_id: string
    number: string
    direction: 'in' | 'out'
    at: Time
    sent_at: Time
    reader: Generated<string>
    event_id: string | null
    user_id: string | null
    holder: Generated<string>
    received_at: Generated<Time>
    key_id: string | null
  }
  'badge_keys': {
    id: Generated<string>
    zone_id: string
    name: string
    key_hash: Buffer
    request_id: string
    created_by: string | null
    created_at: Generated<Time>
    last_used_at: Time | null
    unknown_since: Time | null
    unknown_numbers: Generated<number>
    events_since: Time | null
    events: Generated<number>
  }
  'badge_settings': {
    zone_id: string
    days: number
  }
  'badge_states': {
    zone_id: string
    number: string
    direction: 'in' | 'out'
    at: Time
    sent_at: Time
    reader: Generated<string>
    dismissed_at: Time | null
    changed_at: Generated<Time>
  }
  'badges': {
    id: Generated<string>
    zone_id: string
    number: string
    user_id: string | null
    holder: Generated<string>
    company: Generated<string>
    phone: Generated<string>
    assigned_at: Generated<Time>
  }
  'broadcast_group_links': {
    broadcast_id: string
    group_id: string
    created_by: string | null
  }
  'broadcast_recipients': {
    broadcast_id: string
    user_id: string
    zone_id: string | null
    state: Generated<'queued' | 'delivered' | 'pushed' | 'seen' | 'answered' | 'unreachable'>
    answer: string | null
    reason: string | null
    changed_at: Generated<Time>
  }
  'broadcast_templates': {
    id: Generated<string>
    zone_id: string
    name: string
    title: string
    message: string
    priority: 'low' | 'normal' | 'high' | 'urgent'
    answers: Generated<string[]>
    created_by: string | null
    created_at: Generated<Time>
    answer_meanings: Generated<string[]>
  }
  'broadcasts': {
    id: Generated<string>
    request_id: string
    title: string
    message: string
    priority: Generated<'low' | 'normal' | 'high' | 'urgent'>
    sender_id: string | null
    zone_id: string | null
    target_roles: Generated<string[]>
    target_groups: Generated<string[]>
    inside_only: Generated<boolean>
    answers: Generated<string[]>
    media_url: string | null
    state: Generated<'scheduled' | 'sent' | 'recalled'>
    send_at: Time | null
    sent_at: Time | null
    reminders: Generated<number>
    reminded_at: Time | null
    created_at: Generated<Time>
    search: GeneratedAlways<string | null>
    answer_meanings: Generated<string[]>
    target_group_names: Generated<string[]>
    closed_at: Time | null
    updated_at: Generated<Time>
  }
  'client_members': {
    client_id: string
    user_id: string
    added_by: string | null
    added_at: Generated<Time>
    by_zone: Generated<boolean>
    manages: Generated<boolean>
  }
  'clients': {
    id: Generated<string>
    request_id: string | null
    name: string
    contact_name: Generated<string>
    contact_email: Generated<string>
    contact_phone: Generated<string>
    status: Generated<'active' | 'suspended'>
    time_zone: string | null
    max_zones: number | null
    max_people: number | null
    zones_need_approval: Generated<boolean>
    created_by: string | null
    created_at: Generated<Time>
    updated_at: Generated<Time>
    language: Generated<'en' | 'ar' | 'hi'>
  }
  'consents': {
    id: Generated<string>
    user_id: string
    decision: 'given' | 'withdrawn'
    text_version: number
    retention_days: number
    asked_at: 'sign_up' | 'invitation' | 'sign_in' | 'settings' | 'demo'
    decided_at: Generated<Time>
  }
  'data_breach_notifications': {
    id: Generated<string>
    description: string
    affected_users_count: number
    severity: 'info' | 'low' | 'medium' | 'high' | 'critical'
    metadata: Generated<Json>
    account_id: string | null
    created_by: string | null
    created_at: Generated<Time>
  }
  'data_downloads': {
    user_id: string
    id: Generated<string>
    state: Generated<'preparing' | 'ready' | 'failed'>
    percent: Generated<number>
    attempt: Generated<number>
    path: string | null
    bytes: number | null
    requested_at: Generated<Time>
    ready_at: Time | null
    expires_at: Time | null
  }
  'declined_invitations': {
    user_id: string
    zone_id: string
    declined_at: Generated<Time>
  }
  'document_confirmations': {
    document_id: string
    user_id: string
    version: number
    confirmed_at: Generated<Time>
    asked_by: string | null
  }
  'document_readings': {
    document_id: string
    zone_id: string
    group_id: string | null
    asked_by: string | null
    reminded_at: Time | null
    created_at: Generated<Time>
  }
  'document_versions': {
    document_id: string
    version: number
    file_name: string
    file_url: string | null
    file_size: number
    file_type: string
    uploaded_by: string | null
    created_at: Generated<Time>
  }
  'documents': {
    id: Generated<string>
    title: string
    file_name: string
    file_url: string | null
    file_size: number
    file_type: string
    uploaded_by: string | null
    zone_id: string
    folder_id: string | null
    is_public: Generated<boolean>
    version: Generated<number>
    created_at: Generated<Time>
    updated_at: Generated<Time>
    deleted_at: Time | null
    deleted_by: string | null
    deleted_with: string | null
    review_on: string | null
    review_months: number | null
    review_alerted: 'soon' | 'due' | null
    reviewed_at: Time | null
    reviewed_by: string | null
  }
  'drill_calendars': {
    zone_id: string
    every_months: number
    since: Generated<Time>
    last_drill_at: Time | null
    time_zone: string
    due_on: string
    announced_due_on: string | null
    overdue_due_on: string | null
  }
  'email_changes': {
    id: Generated<string>
    user_id: string
    old_email: string
    new_email: string
    requested_by: string | null
    confirm_hash: string | null
    object_hash: string | null
    created_at: Generated<Time>
    confirmed_at: Time | null
  }
  'emergencies': {
    id: Generated<string>
    request_id: string
    zone_id: string | null
    zone_name: string | null
    kind: 'evacuate' | 'shelter' | 'keep_away' | 'welfare'
    drill: boolean
    message: Generated<string>
    declared_by: string | null
    declared_at: Generated<Time>
    all_clear_by: string | null
    all_clear_at: Time | null
    scope: Generated<'zone' | 'zones' | 'all'>
    plan_id: string | null
    plan_name: Generated<string>
    messages: Generated<Json>
    audience: Generated<string[]>
    answers: Generated<Json>
    point_names: Generated<string[]>
    ask_again_minutes: number | null
    asked_again: Generated<number>
    ask_again_at: Time | null
    tell_at: Time | null
    recorded_at: Time | null
    record_digest: string | null
    badges_added_at: Time | null
    sent_reminders: Generated<Json>
    counts_as_drill: Generated<boolean>
    ordered_at: Time | null
    broken_off: Generated<boolean>
    alerts_ended_at: Time | null
  }
  'emergency_absences': {
    emergency_id: string
    user_id: string
    zone_id: string | null
    said_at: Generated<Time>
  }
  'emergency_claims': {
    id: Generated<string>
    emergency_id: string
    roll_entry_id: string
    zone_id: string | null
    request_id: string
    state: 'missing' | 'help' | 'safe' | 'elsewhere' | 'not_on_site' | 'neutral' | 'undone'
    how: 'own' | 'captain' | 'point' | 'entry' | 'order'
    place: Generated<string>
    claimed_by: string | null
    happened_at: Time
    received_at: Generated<Time>
    words: Generated<string>
    undoes: string | null
  }
  'emergency_contacts': {
    id: Generated<string>
    plan_id: string | null
    emergency_id: string | null
    user_id: string
  }
  'emergency_findings': {
    emergency_id: string
    hazard_id: string
    zone_id: string
  }
  'emergency_help_views': {
    roll_entry_id: string
    user_id: string
    zone_id: string | null
    seen_at: Generated<Time>
  }
  'emergency_helpers': {
    id: Generated<string>
    emergency_id: string
    roll_entry_id: string
    zone_id: string | null
    user_id: string | null
    going_at: Generated<Time>
    released_at: Time | null
  }
  'emergency_leavers': {
    id: Generated<string>
    emergency_id: string
    zone_id: string | null
    zone_name: string
    user_id: string | null
    name: string
    sort_name: string
    phone: Generated<string>
    left_at: Time
    left_by: Generated<'phone' | 'sign_out' | 'day_end' | 'badge'>
    visit_id: string | null
    badge: string | null
    note: Generated<string>
  }
  'emergency_link_opens': {
    id: Generated<string>
    link_id: string
    zone_id: string | null
    key_hash: string
    opened_at: Generated<Time>
  }
  'emergency_links': {
    id: Generated<string>
    emergency_id: string
    zone_id: string | null
    created_by: string | null
    created_at: Generated<Time>
    expires_at: Time
    token_hash: string
    code_hash: string
    wrong_codes: Generated<number>
    locked_until: Time | null
    opens: Generated<number>
    opened_at: Time | null
    revoked_by: string | null
    revoked_at: Time | null
  }
  'emergency_messages': {
    id: Generated<string>
    emergency_id: string
    zone_id: string | null
    request_id: string
    sent_by: string | null
    sent_at: Generated<Time>
    message: string
    people: number
    without_account: number
    kind: 'evacuate' | 'shelter' | 'keep_away' | 'welfare' | null
    replaced: Json | null
  }
  'emergency_people': {
    id: Generated<string>
    emergency_id: string
    zone_id: string | null
    zone_name: string | null
    user_id: string | null
    name: string
    sort_name: string
    phone: Generated<string>
    why: 'inside' | 'uncertain' | 'not_seen' | 'expected' | 'off_site' | 'came_later' | 'visitor' | 'badge' | 'by_hand'
    inside_since: Time | null
    seen_at: Time | null
    accuracy_meters: number | null
    latitude: number | null
    longitude: number | null
    request_id: string | null
    added_by: string | null
    added_at: Generated<Time>
    state: Generated<'missing' | 'help' | 'safe' | 'elsewhere' | 'not_on_site'>
    state_at: Time | null
    disputed: Generated<boolean>
    visit_id: string | null
    note: Generated<string>
    badge: string | null
    badge_out_at: Time | null
    badge_out_reader: string | null
    name_salt: string | null
    name_seal: string | null
    counted: Generated<boolean>
    uncounted_reason: string | null
    seen_outside_at: Time | null
    answer: Generated<string>
    answered_at: Time | null
    company: Generated<string>
    section: GeneratedAlways<number>
    own_state: 'missing' | 'help' | 'safe' | 'elsewhere' | 'not_on_site' | 'neutral' | null
    own_at: Time | null
  }
  'emergency_plans': {
    id: string
    zone_id: string
    kind: 'evacuate' | 'shelter' | 'keep_away' | 'welfare'
    name: string
    message: Generated<string>
    messages: Generated<Json>
    audience: Generated<string[]>
    answers: Generated<Json>
    point_names: Generated<string[]>
    ask_again_minutes: number | null
    tell_after_minutes: number | null
    created_at: Generated<Time>
    updated_at: Generated<Time>
    language: string | null
    used_first: Generated<boolean>
  }
  'emergency_sweeps': {
    id: Generated<string>
    emergency_id: string
    zone_id: string | null
    area_key: string
    area_name: string
    position: number
    request_id: string
    state: 'open' | 'clear' | 'not_reached'
    note: Generated<string>
    claimed_by: string | null
    happened_at: Time
    received_at: Generated<Time>
  }
  'emergency_team_people': {
    id: Generated<string>
    team_id: string
    roll_entry_id: string | null
    name: Generated<string>
    position: number
  }
  'emergency_teams': {
    id: Generated<string>
    emergency_id: string
    zone_id: string | null
    request_id: string
    name: string
    interval_minutes: number
    started_by: string | null
    started_at: Generated<Time>
    ended_by: string | null
    ended_at: Time | null
  }
  'emergency_zones': {
    id: Generated<string>
    emergency_id: string
    zone_id: string | null
    zone_name: string
    unlisted_badges: Generated<number>
    name_order: GeneratedAlways<string | null>
  }
  'entry_pins': {
    user_id: string
    pin_hash: string
    failures: Generated<Date[]>
    updated_at: Generated<Time>
    reset_asked_at: Time | null
  }
  'evacuation_notes': {
    user_id: string
    note: string
    updated_at: Generated<Time>
  }
  'feed_events': {
    seq: GeneratedAlways<number>
    topic: string
    kind: string
    payload: Json
    created_at: Generated<Time>
  }
  'feed_floor': {
    one_row: Generated<boolean>
    seq: Generated<number>
    history: Generated<string>
    passing_seq: Generated<number>
  }
  'folder_group_links': {
    id: Generated<string>
    folder_id: string
    group_id: string
    created_by: string | null
    created_at: Generated<Time>
  }
  'folders': {
    id: Generated<string>
    zone_id: string
    parent_folder_id: string | null
    name: string
    description: string | null
    for_groups: Generated<boolean>
    created_by: string | null
    created_at: Generated<Time>
    updated_at: Generated<Time>
    deleted_at: Time | null
    deleted_by: string | null
    deleted_with: string | null
  }
  'group_files': {
    id: Generated<string>
    group_id: string
    message_id: string
    uploaded_by: string | null
    file_name: string
    file_url: string | null
    file_type: string
    file_size: number
    description: string | null
    created_at: Generated<Time>
  }
  'group_members': {
    id: Generated<string>
    group_id: string
    zone_id: string
    user_id: string
    added_by: string | null
    added_at: Generated<Time>
  }
  'group_messages': {
    id: Generated<string>
    group_id: string
    number: Generated<number>
    request_id: string
    sender_id: string | null
    message_text: string
    file_url: string | null
    file_name: string | null
    reply_to: string | null
    mentions: Generated<string[]>
    created_at: Generated<Time>
    edited_at: Time | null
    deleted_at: Time | null
    search: GeneratedAlways<string | null>
    written_at: Time | null
  }
  'group_reactions': {
    message_id: string
    group_id: string
    user_id: string
    emoji: string
    created_at: Generated<Time>
  }
  'group_reads': {
    group_id: string
    user_id: string
    last_read: Generated<number>
    alerted: Generated<number>
    muted: Generated<boolean>
  }
  'groups': {
    id: Generated<string>
    request_id: string | null
    name: string
    description: string | null
    zone_id: string
    created_by: string | null
    created_at: Generated<Time>
    updated_at: Generated<Time>
    last_number: Generated<number>
    last_message_at: Time | null
    reads_told_at: Time | null
  }
  'hazard_steps': {
    id: Generated<string>
    hazard_id: string
    request_id: string | null
    kind: 'reported' | 'status' | 'comment' | 'assigned'
    actor_id: string | null
    status: 'open' | 'in_progress' | 'resolved' | 'closed' | null
    assignee_id: string | null
    note: Generated<string>
    at: Generated<Time>
  }
  'hazards': {
    id: Generated<string>
    request_id: string
    title: string
    description: string
    severity: Generated<'low' | 'medium' | 'high' | 'critical'>
    status: Generated<'open' | 'in_progress' | 'resolved' | 'closed'>
    zone_id: string
    reported_by: string | null
    photo_urls: Generated<string[]>
    latitude: number | null
    longitude: number | null
    accuracy_meters: number | null
    assignee_id: string | null
    due_at: Time | null
    due_told_at: Time | null
    created_at: Generated<Time>
    updated_at: Generated<Time>
    search: GeneratedAlways<string | null>
    received_at: Time | null
  }
  'import_items': {
    id: Generated<string>
    import_id: string
    user_id: string | null
    zone_id: string | null
    badge_id: string | null
    created_at: Generated<Time>
  }
  'imports': {
    id: string
    kind: 'people' | 'zones' | 'badges'
    file_name: string
    user_id: string | null
    client_id: string | null
    begun_at: Generated<Time>
    noted_at: Generated<Time>
    ended_at: Time | null
    created_count: Generated<number>
    changed_count: Generated<number>
    left_out_count: Generated<number>
    left_out: string | null
    undone_at: Time | null
    undone_by: string | null
    removed_count: Generated<number>
    kept_count: Generated<number>
    zone_id: string | null
  }
  'installation_facts': {
    fact: string
    noted_at: Generated<Time>
    value: string | null
  }
  'installation_secrets': {
    name: 'signing' | 'first-admin' | 'vapid'
    value: string
    made_at: Generated<Time>
  }
  'known_devices': {
    user_id: string
    token_hash: Buffer
    created_at: Generated<Time>
    last_used_at: Generated<Time>
  }
  'location_tracking_requests': {
    id: Generated<string>
    user_id: string
    zone_id: string
    requested_by: string
    status: Generated<'pending' | 'accepted' | 'declined' | 'withdrawn'>
    created_at: Generated<Time>
    answered_at: Time | null
  }
  'map_settings': {
    one_row: Generated<boolean>
    base: Json | null
    origins: Generated<string[]>
    google_key: string | null
    updated_at: Generated<Time>
    updated_by: string | null
    place_search: Generated<'none' | 'photon' | 'nominatim'>
  }
  'notice_people': {
    rule_id: string
    zone_id: string
    user_id: string
    inside: boolean | null
    exit_time: Time | null
  }
  'notice_rules': {
    id: Generated<string>
    user_id: string
    zone_id: string | null
    kind: 'forgotten_check_out' | 'shift_begins' | 'shift_ends' | 'people' | 'zone_empty' | 'zone_above' | 'zone_full' | 'absent'
    threshold: number | null
    enabled: Generated<boolean>
    reached: boolean | null
    created_at: Generated<Time>
  }
  'par_confirmations': {
    id: Generated<string>
    round_id: string
    team_person_id: string
    request_id: string
    confirmed_by: string | null
    happened_at: Time
    received_at: Generated<Time>
  }
  'par_rounds': {
    id: Generated<string>
    team_id: string
    number: number
    opened_at: Time
    due_at: Time
    alerted_at: Time | null
    closed_at: Time | null
    closed_because: 'complete' | 'next_due' | 'ended' | null
  }
  'past_memberships': {
    id: Generated<string>
    user_id: string
    zone_id: string
    accepted_at: Time
    ended_at: Generated<Time>
  }
  'position_checks': {
    id: string
    zone_id: string
    user_id: string
    latitude: number
    longitude: number
    accuracy_meters: number | null
    source: 'manual' | 'automatic' | 'device'
    captured_at: Time
    received_at: Time
    inside: boolean
    certain: boolean
    distance_to_center_m: number
    distance_to_edge_m: number
    change: 'entered' | 'left' | 'none' | 'stale'
    shape_version: number | null
    mock: boolean | null
    jump: boolean | null
  }
  'presence_history': {
    id: Generated<string>
    zone_id: string
    user_id: string
    entry_time: Time
    exit_time: Time | null
    duration_minutes: number | null
    accuracy_meters: number | null
    tracking_source: 'manual' | 'automatic' | 'device'
    entry_mock: boolean | null
    exit_mock: boolean | null
  }
  'presence_sharing': {
    user_id: string
    zone_id: string
    session_id: string
    started_at: Generated<Time>
    ends_at: Time
    paused_at: Time | null
  }
  'presence_tracking': {
    id: Generated<string>
    zone_id: string
    user_id: string
    is_inside_zone: Generated<boolean>
    latitude: number | null
    longitude: number | null
    accuracy_meters: number | null
    tracking_source: 'manual' | 'automatic' | 'device' | null
    entry_time: Time | null
    exit_time: Time | null
    captured_at: Time | null
    received_at: Time | null
    pending_inside: boolean | null
    pending_since: Time | null
    created_at: Generated<Time>
    mock: boolean | null
    consent: 'given' | 'withdrawn' | null
    pending_from: Time | null
  }
  'push_subscriptions': {
    id: Generated<string>
    user_id: string
    session_id: string
    endpoint: string
    p256dh: string
    auth: string
    user_agent: string
    created_at: Generated<Time>
    last_sent_at: Time | null
  }
  'quiet_hours': {
    user_id: string
    starts: string
    ends: string
    time_zone: string
  }
  'rate_limits': {
    key: string
    taken: Date[]
    expires_at: Time
  }
  'removed_files': {
    path: string
    removed_at: Generated<Time>
  }
  'removed_owners': {
    id: string
    removed_at: Generated<Time>
    kind: 'user' | 'zone'
  }
  'report_deliveries': {
    id: Generated<string>
    run_id: string
    recipient_id: string | null
    email: string
    state: Generated<'waiting' | 'sent' | 'failed' | 'skipped'>
    attempts: Generated<number>
    taken_until: Time | null
    problem: string | null
    created_at: Generated<Time>
    sent_at: Time | null
  }
  'report_recipients': {
    id: Generated<string>
    zone_id: string
    email: string
    name: Generated<string>
    added_by: string | null
    added_at: Generated<Time>
    off_at: Time | null
  }
  'report_runs': {
    id: Generated<string>
    request_id: Generated<string>
    asked_by: string | null
    schedule_id: string | null
    rerun: Generated<boolean>
    rerun_by: string | null
    kind: 'attendance' | 'presence' | 'notifications' | 'broadcasts' | 'inside' | 'missing'
    format: 'csv' | 'xlsx' | 'pdf'
    zone_id: string | null
    group_id: string | null
    person_id: string | null
    from_day: string
    to_day: string
    state: Generated<'waiting' | 'running' | 'done' | 'failed' | 'cancelled'>
    percent: Generated<number>
    attempt: Generated<number>
    rows: number | null
    bytes: number | null
    path: string | null
    problem: string | null
    asked_at: Generated<Time>
    started_at: Time | null
    finished_at: Time | null
    expires_at: Time | null
    zone_ids: Generated<string[]>
    row_search: string | null
    bar_column: string | null
    bar_value: string | null
    emergency_id: string | null
    reach: Generated<Json>
  }
  'report_schedules': {
    id: Generated<string>
    request_id: string
    zone_id: string
    kind: 'attendance' | 'presence' | 'notifications' | 'broadcasts'
    format: 'csv' | 'xlsx' | 'pdf'
    rhythm: 'week' | 'fortnight' | 'month'
    starts_on: string | null
    enabled: Generated<boolean>
    since: Generated<Time>
    next_run_at: Time
    created_by: string | null
    created_at: Generated<Time>
  }
  'role_permissions': {
    role: string
    permission: string
  }
  'security_chain': {
    one_row: Generated<boolean>
    events: Generated<number>
    last_hash: Generated<string>
    dropped_events: Generated<number>
    dropped_hash: Generated<string>
  }
  'security_events': {
    id: Generated<string>
    event_type: string
    description: string
    actor_id: string | null
    affected_user_id: string | null
    severity: Generated<'info' | 'low' | 'medium' | 'high' | 'critical'>
    metadata: Generated<Json>
    created_at: Generated<Time>
    number: number | null
    previous_hash: string | null
    hash: string | null
  }
  'sent_notices': {
    rule_id: string
    occasion: string
    created_at: Generated<Time>
  }
  'shift_plans': {
    id: Generated<string>
    request_id: string
    zone_id: string
    group_id: string | null
    name: string
    days: number[]
    starts: string
    ends: string
    grace_minutes: Generated<number>
    valid_from: string
    valid_until: string | null
    created_by: string | null
    created_at: Generated<Time>
    updated_at: Generated<Time>
  }
  'starred_zones': {
    user_id: string
    zone_id: string
    starred_at: Generated<Time>
  }
  'stored_files': {
    id: Generated<string>
    request_id: string
    path: string
    name: string
    media_type: string
    size_bytes: number
    has_thumbnail: Generated<boolean>
    uploaded_by: string | null
    hazard_id: string | null
    created_at: Generated<Time>
    broadcast_id: string | null
    group_id: string | null
    document_id: string | null
  }
  'sweep_areas': {
    id: Generated<string>
    zone_id: string
    name: string
    position: number
  }
  'trackers': {
    id: Generated<string>
    user_id: string
    name: string
    app: 'owntracks' | 'traccar' | 'osmand' | 'overland' | 'other'
    token_hash: Buffer
    created_at: Generated<Time>
    last_used_at: Time | null
    request_id: string | null
    unused_reason: 'unreadable' | 'encrypted' | 'no_position' | 'accuracy_invalid' | 'too_inaccurate' | 'no_time' | 'too_old' | 'in_future' | 'consent_withdrawn' | 'consent_needed' | null
    unused_at: Time | null
    later_used: Generated<boolean>
  }
  'user_alerts': {
    id: Generated<string>
    user_id: string
    zone_id: string | null
    type: string
    title: string
    description: Generated<string>
    metadata: Generated<Json>
    source: string
    is_read: Generated<boolean>
    created_at: Generated<Time>
    updated_at: Generated<Time>
  }
  'user_profiles': {
    id: string
    email: string
    first_name: string
    last_name: string
    phone: string | null
    date_of_birth: string | null
    role: Generated<'super_admin' | 'admin' | 'manager' | 'supervisor' | 'worker' | 'client_admin' | 'zone_manager_rw' | 'zone_manager_ro' | 'app_user'>
    status: Generated<'active' | 'inactive' | 'suspended'>
    user_code: string
    skills: Generated<string[]>
    profile_image: string | null
    emergency_contact_name: string | null
    emergency_contact_phone: string | null
    emergency_contact_relationship: string | null
    created_at: Generated<Time>
    updated_at: Generated<Time>
    search: GeneratedAlways<string | null>
    language: 'en' | 'ar' | 'hi' | 'en-XA' | null
  }
  'visitor_kiosks': {
    id: Generated<string>
    zone_id: string
    name: string
    code_hash: string | null
    code_expires_at: Time | null
    token_hash: string | null
    opened_by: string | null
    created_at: Generated<Time>
    started_at: Time | null
    last_seen_at: Time | null
  }
  'visitor_settings': {
    zone_id: string
    notice: Generated<string>
    notice_version: Generated<number>
    kept_days: Generated<number>
    poster_hash: string | null
    poster_made_at: Time | null
    stored_since: Time | null
    asks_badge: Generated<boolean>
    poster_day_most: Generated<number>
  }
  'visitor_visits': {
    id: Generated<string>
    zone_id: string
    request_id: string
    host_id: string | null
    host_name: Generated<string>
    name: string
    name_key: string
    company: Generated<string>
    phone: Generated<string>
    way: 'host' | 'kiosk' | 'poster' | 'hand'
    created_by: string | null
    created_at: Generated<Time>
    expected_on: string | null
    notice_version: number | null
    notice_accepted_at: Time | null
    signed_in_at: Time | null
    signed_out_at: Time | null
    ended: 'self' | 'host' | 'manager' | 'end_of_day' | null
    ended_by: string | null
    token_hash: string | null
    badge: Generated<string>
    kiosk_id: string | null
  }
  'webhook_cursor': {
    one_row: Generated<boolean>
    seq: Generated<number>
  }
  'webhook_deliveries': {
    id: Generated<string>
    webhook_id: string
    event_id: string
    kind: string
    body: string
    state: Generated<'waiting' | 'delivered' | 'given_up'>
    attempts: Generated<number>
    status: number | null
    response: string | null
    problem: string | null
    next_try_at: Generated<Time>
    taken_until: Time | null
    delivered_at: Time | null
    created_at: Generated<Time>
    person_id: GeneratedAlways<string | null>
  }
  'webhooks': {
    id: Generated<string>
    name: string
    address: string
    secret: string
    previous_secret: string | null
    previous_until: Time | null
    kinds: string[]
    zone_ids: string[] | null
    active: Generated<boolean>
    after_seq: Generated<number>
    failures: Generated<number>
    failing_since: Time | null
    paused_until: Time | null
    gave_up: Generated<boolean>
    delivered_at: Time | null
    created_at: Generated<Time>
    created_by: string | null
    request_id: string | null
  }
  'zone_assignments': {
    assignment_id: Generated<string>
    user_id: string
    zone_id: string
    role: 'manager' | 'supervisor' | 'worker' | 'client_admin' | 'zone_manager_rw' | 'zone_manager_ro' | 'app_user'
    assigned_by: string | null
    assigned_at: Generated<Time>
    accepted_at: Generated<Time | null>
  }
  'zone_captains': {
    user_id: string
    zone_id: string
    appointed_by: string | null
    appointed_at: Generated<Time>
  }
  'zone_coordinates': {
    id: Generated<string>
    zone_id: string
    latitude: number
    longitude: number
    sequence_order: number
    part: Generated<number>
    ring: Generated<number>
  }
  'zone_entries': {
    session_id: string
    zone_id: string
    user_id: string
    entered_at: Generated<Time>
    expires_at: Time
  }
  'zone_holidays': {
    zone_id: string
    day: string
    name: string
    created_by: string | null
  }
  'zone_invitation_uses': {
    invitation_id: string
    user_id: string
    used_at: Generated<Time>
  }
  'zone_invitations': {
    id: Generated<string>
    zone_id: string
    invited_by: string | null
    role: 'app_user' | 'zone_manager_rw' | 'zone_manager_ro'
    email: string | null
    token_hash: string | null
    days: number
    max_uses: number
    uses: Generated<number>
    created_at: Generated<Time>
    expires_at: Time
    mailed_at: Time | null
    revoked_at: Time | null
  }
  'zone_permissions': {
    user_id: string
    zone_id: string
    permission: 'edit_zones' | 'link_users' | 'unlink_users' | 'assign_zone_managers' | 'change_roles' | 'reset_zone_pin' | 'track_live_locations' | 'report_hazards' | 'manage_hazards' | 'broadcast' | 'manage_groups' | 'chat_in_groups' | 'create_folders' | 'upload_files' | 'link_folders' | 'delete_files' | 'download_reports' | 'view_report_emails' | 'manage_report_emails' | 'manage_report_recipients'
    granted: boolean
    given_by: string | null
    given_at: Generated<Time>
  }
  'zone_requests': {
    id: Generated<string>
    zone_id: string | null
    client_id: string
    name: string
    requested_by: string | null
    note: Generated<string>
    status: Generated<'pending' | 'returned' | 'approved' | 'refused' | 'withdrawn'>
    decided_by: string | null
    decided_at: Time | null
    decision_note: Generated<string>
    created_at: Generated<Time>
    updated_at: Generated<Time>
  }
  'zone_shapes': {
    zone_id: string
    version: number
    shape: Json
    changed_by: string | null
    changed_at: Generated<Time>
  }
  'zone_uncounted_people': {
    user_id: string
    zone_id: string
    reason: string
    added_by: string | null
    added_at: Generated<Time>
  }
  'zones': {
    id: Generated<string>
    name: string
    description: string | null
    boundary: 'polygon' | 'multipolygon' | 'rectangle' | 'circle'
    start_lat: number
    start_lng: number
    end_lat: number
    end_lng: number
    max_capacity: number | null
    status: Generated<'active' | 'pending' | 'suspended'>
    client_id: Generated<string>
    created_by: string | null
    created_at: Generated<Time>
    updated_at: Generated<Time>
    request_id: string | null
    unseen_occupancy: Generated<number>
    shape: Json
    shape_version: Generated<number>
    status_when_open: 'active' | 'pending' | null
    name_order: GeneratedAlways<string>
    phone_occupancy: Generated<number>
    badge_occupancy: Generated<number>
    visitor_occupancy: Generated<number>
    current_occupancy: GeneratedAlways<number>
    badge_unseen: Generated<number>
  }
}
