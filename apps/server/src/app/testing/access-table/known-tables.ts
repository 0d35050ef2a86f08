import { type RawBuilder, sql } from 'kysely'
import type { TestUser } from '../../../testing/factories.ts'
import type { Person, World } from './people.ts'
import type { Subject } from './reach.ts'
import { idOf, sharedPath } from './traces.ts'

export type Attempt = (person: Person, subject: Subject) => RawBuilder<unknown> | undefined
export type Known = {
  /** The columns that say whom and which zone a row is about. */
  readonly user?: string
  readonly zone?: string
  /** What an update sets, so that the row may have it. */
  readonly sets?: string
  readonly insert?: Attempt
  /** Of a kind of rows: which of the table they are. */
  readonly only?: string
}

/** Whom the tries are about: somebody in the zone, somebody in the other one, and who belongs to neither. */
export type TriedWorld = World & {
  readonly mate: TestUser
  readonly stranger: TestUser
  readonly newcomer: TestUser
}
const both = { user: 'user_id', zone: 'zone_id' }

export const whereOf = (world: TriedWorld, subject: Subject) =>
  subject === 'other zone' ? world.other.id : world.zone.id
/** Somebody else who is where the subject is. */
export const mateOf = (world: TriedWorld, subject: Subject) =>
  subject === 'other zone' ? world.stranger.id : world.mate.id

/** How every table that requests reach is written, and whom its rows are about; of kinds of rows, by the name of their line. */
export function knownTables(world: TriedWorld): Readonly<Record<string, Known>> {
  const where = (subject: Subject) => whereOf(world, subject)
  const mate = (subject: Subject) => mateOf(world, subject)
  const whoOf = ({ id }: Person, subject: Subject) => (subject === 'own' ? id : mate(subject))
  return {
    client_members: { user: 'user_id' },
    // Everybody here belongs to the one organisation there is.
    clients: { sets: 'name = name' },
    consents: { user: 'user_id' },
    data_breach_notifications: {
      insert: ({ id }) =>
        sql`insert into data_breach_notifications (description, affected_users_count, severity, created_by) values ('x', 1, 'low', ${id})`,
    },
    data_downloads: { user: 'user_id' },
    location_tracking_requests: {
      ...both,
      sets: `status = case when requested_by = actor_id() then 'withdrawn' else 'declined' end, answered_at = now()`,
      insert: (person, subject) =>
        sql`insert into location_tracking_requests (user_id, zone_id, requested_by)
        values (${whoOf(person, subject)}, ${where(subject)}, ${person.id})`,
    },
    position_checks: both,
    presence_history: both,
    presence_sharing: {
      ...both,
      sets: 'paused_at = paused_at',
      insert: (person, subject) =>
        sql`insert into presence_sharing (user_id, zone_id, session_id, ends_at)
        values (${whoOf(person, subject)}, ${where(subject)}, ${person.sessionId}, now() + interval '1 hour')`,
    },
    presence_tracking: both,
    push_subscriptions: {
      user: 'user_id',
      insert: (person, subject) =>
        sql`insert into push_subscriptions (user_id, session_id, endpoint, p256dh, auth, user_agent)
        values (${whoOf(person, subject)}, ${person.sessionId}, 'https://push.example/' || gen_random_uuid(), 'x', 'x', '')`,
    },
    role_permissions: {},
    security_events: {
      user: 'affected_user_id',
      insert: (person, subject) =>
        sql`insert into security_events (event_type, description, actor_id, affected_user_id)
        values ('user_action_tried', 'x', ${person.id}, ${whoOf(person, subject)})`,
    },
    starred_zones: {
      ...both,
      insert: (person, subject) =>
        sql`insert into starred_zones (user_id, zone_id) values (${whoOf(person, subject)}, ${where(subject)})
        on conflict do nothing`,
    },
    trackers: {
      user: 'user_id',
      sets: `token_hash = sha256(convert_to(id::text, 'UTF8'))`,
      insert: (person, subject) =>
        sql`insert into trackers (user_id, name, app, token_hash)
        values (${whoOf(person, subject)}, 'x', 'osmand', sha256(convert_to(gen_random_uuid()::text, 'UTF8')))`,
    },
    user_profiles: { user: 'id', sets: 'first_name = first_name' },
    webhook_deliveries: {},
    webhooks: {
      sets: 'name = name',
      insert: ({ id }) =>
        sql`insert into webhooks (name, address, secret, kinds, created_by) values ('x', 'https://x.example', 'x', '{zone.deleted}', ${id})`,
    },
    zone_assignments: both,
    zone_coordinates: { zone: 'zone_id' },
    zone_entries: both,
    zone_permissions: both,
    zone_requests: { user: 'requested_by' },
    zone_shapes: { zone: 'zone_id' },
    zones: { zone: 'id', sets: 'name = name' },
    alert_preferences: {
      user: 'user_id',
      sets: 'push = push',
      insert: (person, subject) =>
        sql`insert into alert_preferences (user_id, type, inbox, push, mail)
        values (${whoOf(person, subject)}, 'system', true, true, true)`,
    },
    broadcast_group_links: {
      user: 'created_by',
      insert: (person, subject) =>
        sql`insert into broadcast_group_links (broadcast_id, group_id, created_by)
        values (${idOf('sent', whoOf(person, subject))}, ${idOf('group', mate(subject))}, ${whoOf(person, subject)})`,
    },
    broadcast_recipients: { ...both, sets: 'changed_at = changed_at' },
    broadcast_templates: {
      user: 'created_by',
      zone: 'zone_id',
      insert: (person, subject) =>
        sql`insert into broadcast_templates (zone_id, name, title, message, priority, created_by)
        values (${where(subject)}, 'x', 'x', 'x', 'low', ${whoOf(person, subject)})`,
    },
    broadcasts: {
      user: 'sender_id',
      zone: 'zone_id',
      sets: 'title = title',
      insert: (person, subject) =>
        sql`insert into broadcasts (request_id, title, message, sender_id, zone_id)
        values (uuid_v7(), 'x', 'x', ${whoOf(person, subject)}, ${where(subject)})`,
    },
    'broadcasts (for some)': { user: 'sender_id', only: `target_roles = '{worker}'` },
    'broadcasts (received)': { user: 'title', only: `target_roles = '{worker}' and sender_id is null` },
    'broadcasts (to all zones)': { user: 'title', only: 'zone_id is null' },
    'broadcasts (waiting)': { user: 'sender_id', only: `state = 'scheduled'` },
    document_confirmations: {
      user: 'user_id',
      insert: (person, subject) =>
        sql`insert into document_confirmations (document_id, user_id, version, asked_by)
        values (${idOf('document', whoOf(person, subject))}, ${whoOf(person, subject)}, 2, ${whoOf(person, subject)})`,
    },
    document_readings: {
      user: 'asked_by',
      zone: 'zone_id',
      sets: 'reminded_at = reminded_at',
      insert: (person, subject) =>
        sql`insert into document_readings (document_id, zone_id, asked_by)
        values (${idOf('document', whoOf(person, subject))}, ${where(subject)}, ${whoOf(person, subject)})
        on conflict do nothing`,
    },
    document_versions: {
      user: 'uploaded_by',
      insert: (person, subject) =>
        sql`insert into document_versions (document_id, version, file_name, file_url, file_size, file_type, uploaded_by)
        values (${idOf('document', whoOf(person, subject))}, 2, 'x', ${sharedPath(whoOf(person, subject))}, 1, 'x', ${whoOf(person, subject)}) on conflict do nothing`,
    },
    documents: {
      user: 'uploaded_by',
      zone: 'zone_id',
      sets: 'title = title',
      insert: (person, subject) =>
        sql`insert into documents (title, file_name, file_url, file_size, file_type, uploaded_by, zone_id)
        values ('x', gen_random_uuid(), ${sharedPath(whoOf(person, subject))}, 1, 'x', ${whoOf(person, subject)}, ${where(subject)})`,
    },
    folder_group_links: {
      user: 'created_by',
      insert: (person, subject) =>
        sql`insert into folder_group_links (folder_id, group_id, created_by)
        values (${idOf('folder', whoOf(person, subject))}, ${idOf('group', whoOf(person, subject))}, ${whoOf(person, subject)})`,
    },
    folders: {
      user: 'created_by',
      zone: 'zone_id',
      sets: 'name = name',
      insert: (person, subject) =>
        sql`insert into folders (zone_id, name, created_by)
        values (${where(subject)}, gen_random_uuid(), ${whoOf(person, subject)})`,
    },
    group_files: {
      user: 'uploaded_by',
      insert: (person, subject) =>
        sql`insert into group_files (group_id, message_id, uploaded_by, file_name, file_url, file_type, file_size)
        values (${idOf('group', whoOf(person, subject))}, ${idOf('message', whoOf(person, subject))}, ${whoOf(person, subject)}, 'x', ${sharedPath(whoOf(person, subject))}, 'x', 1)`,
    },
    group_messages: {
      user: 'sender_id',
      sets: 'edited_at = edited_at',
      insert: (person, subject) =>
        sql`insert into group_messages (group_id, request_id, sender_id, message_text)
        values (${idOf('group', whoOf(person, subject))}, uuid_v7(), ${whoOf(person, subject)}, 'x')`,
    },
    group_reactions: {
      user: 'user_id',
      insert: (person, subject) =>
        sql`insert into group_reactions (message_id, group_id, user_id, emoji)
        values (${idOf('message', whoOf(person, subject))}, ${idOf('group', whoOf(person, subject))}, ${whoOf(person, subject)}, '👀')
        on conflict do nothing`,
    },
    group_reads: {
      user: 'user_id',
      sets: 'muted = muted',
      insert: (person, subject) =>
        sql`insert into group_reads (group_id, user_id)
        values (${idOf('group', whoOf(person, subject))}, ${whoOf(person, subject)})
        on conflict (group_id, user_id) do update set muted = false`,
    },
    group_members: {
      ...both,
      insert: (person, subject) =>
        sql`insert into group_members (group_id, zone_id, user_id, added_by)
        values (${idOf('group', mate(subject))}, ${where(subject)}, ${whoOf(person, subject)}, ${person.id})`,
    },
    groups: {
      user: 'created_by',
      zone: 'zone_id',
      sets: 'name = name',
      insert: (person, subject) =>
        sql`insert into groups (name, zone_id, created_by) values ('x', ${where(subject)}, ${whoOf(person, subject)})`,
    },
    hazard_steps: {
      user: 'actor_id',
      insert: (person, subject) =>
        sql`insert into hazard_steps (hazard_id, kind, actor_id, note)
        values (${idOf('hazard', mate(subject))}, 'comment', ${whoOf(person, subject)}, 'x')`,
    },
    hazards: {
      user: 'reported_by',
      zone: 'zone_id',
      sets: 'due_at = due_at',
      insert: (person, subject) =>
        sql`insert into hazards (request_id, title, description, zone_id, reported_by)
        values (uuid_v7(), 'x', 'x', ${where(subject)}, ${whoOf(person, subject)})`,
    },
    quiet_hours: {
      user: 'user_id',
      sets: 'starts = starts',
      insert: (person, subject) =>
        sql`insert into quiet_hours (user_id, starts, ends, time_zone)
        values (${whoOf(person, subject)}, '22:00', '06:00', 'UTC')`,
    },
    report_deliveries: { user: 'recipient_id' },
    report_recipients: {
      user: 'added_by',
      zone: 'zone_id',
      sets: 'name = name',
      insert: (person, subject) =>
        sql`insert into report_recipients (zone_id, email, added_by)
        values (${where(subject)}, gen_random_uuid() || '@x.example', ${whoOf(person, subject)})`,
    },
    report_runs: { user: 'asked_by' },
    'report_runs (mailed)': { user: 'rerun_by', only: 'schedule_id is not null' },
    report_schedules: {
      user: 'created_by',
      zone: 'zone_id',
      sets: 'enabled = enabled',
      insert: (person, subject) =>
        sql`insert into report_schedules (request_id, zone_id, kind, format, rhythm, next_run_at, created_by)
        values (uuid_v7(), ${where(subject)}, 'attendance', 'pdf', 'week', now(), ${whoOf(person, subject)})`,
    },
    stored_files: {
      user: 'uploaded_by',
      only: 'group_id is null',
      sets: 'broadcast_id = (select id from broadcasts where sender_id = actor_id() limit 1)',
      insert: (person, subject) =>
        sql`insert into stored_files (request_id, path, name, media_type, size_bytes, uploaded_by)
        values (uuid_v7(), 'documents/' || gen_random_uuid() || '.pdf', 'x', 'x', 1, ${whoOf(person, subject)})`,
    },
    'stored_files (of a hazard)': {
      user: 'uploaded_by',
      only: 'hazard_id is not null',
      insert: (person, subject) =>
        sql`insert into stored_files (request_id, path, name, media_type, size_bytes, uploaded_by, hazard_id)
        values (uuid_v7(), 'hazard-attachments/' || gen_random_uuid() || '/' || gen_random_uuid() || '.pdf', 'x', 'x', 1, ${person.id}, ${idOf('hazard', mate(subject))})`,
    },
    'stored_files (of a group)': {
      user: 'uploaded_by',
      only: 'group_id is not null and not exists (select from group_files where file_url = path)',
    },
    'stored_files (unused)': {
      user: 'uploaded_by',
      sets: 'broadcast_id = (select id from broadcasts where sender_id = actor_id() limit 1)',
      only: 'num_nonnulls(hazard_id, broadcast_id, group_id, document_id) = 0',
    },
    attendance_corrections: {
      ...both,
      insert: (person, subject) =>
        sql`insert into attendance_corrections (request_id, zone_id, user_id, day, excused, reason, corrected_by)
        values (uuid_v7(), ${where(subject)}, ${whoOf(person, subject)}, current_date, true, 'x', ${person.id})`,
    },
    attendance_objections: {
      ...both,
      sets: `state = case when user_id = actor_id() then 'withdrawn' else 'declined' end, answered_at = now(),
        answered_by = case when user_id = actor_id() then null else actor_id() end`,
      insert: (person, subject) =>
        sql`insert into attendance_objections (request_id, zone_id, user_id, day, text)
        values (uuid_v7(), ${where(subject)}, ${whoOf(person, subject)}, current_date, 'x')`,
    },
    shift_plans: {
      user: 'created_by',
      zone: 'zone_id',
      sets: 'name = name',
      insert: (person, subject) =>
        sql`insert into shift_plans (request_id, zone_id, name, days, starts, ends, valid_from, created_by)
        values (uuid_v7(), ${where(subject)}, 'x', '{1}', '08:00', '17:00', current_date, ${whoOf(person, subject)})`,
    },
    zone_holidays: {
      user: 'created_by',
      zone: 'zone_id',
      sets: 'name = name',
      insert: (person, subject) =>
        sql`insert into zone_holidays (zone_id, day, name, created_by)
        values (${where(subject)}, '2999-01-01', 'x', ${whoOf(person, subject)})`,
    },
    user_alerts: { user: 'user_id', sets: 'is_read = is_read' },
  }
}
