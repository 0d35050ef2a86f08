import { createHash } from 'node:crypto'
import type { Database } from '../../../db/database.ts'
import type { TestUser } from '../../../testing/factories.ts'
import { createSampleValue, findPersonColumn, readTables } from '../table-facts.ts'
import { inlineValues } from './inline-values.ts'

/** Returns a deterministic id for the one row with these names, so that it need not be looked up. */
export function createId(...names: readonly string[]): string {
  const hex = createHash('sha256').update(names.join()).digest('hex')
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-7${hex.slice(13, 16)}-8${hex.slice(17, 20)}-${hex.slice(20, 32)}`
}

/** Returns the path of the file the person shared in their group. */
export const toSharedPath = (id: string) => `group-files/${createId('shared', id)}.pdf`

/**
 * Creates a row about the person in every table that has rows about people. Their broadcast is sent to `host`, who has not seen it.
 */
export async function insertTraces(
  { pool }: Pick<Database, 'pool'>,
  { id, sessionId }: Pick<TestUser, 'id' | 'sessionId'>,
  zoneId: string,
  host: Pick<TestUser, 'id'>,
) {
  await insertNoticeRule({ pool }, { id }, zoneId)
  for (const [statement, ...values] of [
    // Comes first, because an alert is delivered to the devices that exist when it is raised.
    [
      `insert into push_subscriptions (user_id, session_id, endpoint, p256dh, auth, user_agent)
        values ($1, $2, 'https://push.example/' || gen_random_uuid(), 'x', 'x', '')`,
      id,
      sessionId,
    ],
    [`insert into user_alerts (user_id, type, title, source) values ($1, 'system', 'x', 'trace')`, id],
    [
      `insert into position_checks (id, user_id, zone_id, latitude, longitude, source, captured_at, received_at, inside, certain,
          distance_to_center_m, distance_to_edge_m, change)
        values (gen_random_uuid(), $1, $2, 1, 1, 'manual', now(), now(), true, false, 1, 1, 'none')`,
      id,
      zoneId,
    ],
    [
      `insert into zone_permissions (user_id, zone_id, permission, granted)
        select user_id, zone_id, 'download_reports', true from zone_assignments where user_id = $1 and zone_id = $2`,
      id,
      zoneId,
    ],
    [
      `insert into security_events (event_type, description, actor_id, affected_user_id) values ('data_access', 'x', $1, $1)`,
      id,
    ],
    [
      `insert into shift_plans (request_id, zone_id, name, days, starts, ends, valid_from, created_by)
        values (uuid_v7(), $2, 'x', '{1,2,3,4,5,6,7}', '08:00', '17:00', '2020-01-01', $1)`,
      id,
      zoneId,
    ],
    [
      `insert into zone_holidays (zone_id, day, name, created_by)
        select $2, date '1990-01-01' + count(*)::integer, 'x', $1 from zone_holidays`,
      id,
      zoneId,
    ],
    [
      `insert into attendance_corrections (request_id, zone_id, user_id, day, excused, reason)
        values (uuid_v7(), $2, $1, '2026-01-01', true, 'x')`,
      id,
      zoneId,
    ],
    [
      `with made as (insert into zone_invitations (zone_id, invited_by, role, token_hash, days, max_uses, expires_at)
          values ($2, $1, 'app_user', encode(sha256($1::uuid::text::bytea), 'hex'), 7, 1, now() + interval '7 days') returning id)
        insert into zone_invitation_uses (invitation_id, user_id) select id, $1 from made`,
      id,
      zoneId,
    ],
    [
      `insert into notice_people (rule_id, zone_id, user_id)
        select $2, zone_id, user_id from presence_tracking where user_id = $1 and zone_id = $3`,
      id,
      createId('notice', id),
      zoneId,
    ],
    [`insert into sent_notices (rule_id, occasion) values ($1, 'x')`, createId('notice', id)],
    [`insert into quiet_hours (user_id, starts, ends, time_zone) values ($1, '22:00', '06:00', 'UTC')`, id],
  ] as [string, ...string[]][])
    await pool.query(statement, values)
  await insertRequest({ pool }, { id })
  await insertMessages({ pool }, { id }, zoneId, host)
  await insertRemainingTraces({ pool }, { id, sessionId }, zoneId)
}

/** Tables whose rows are created by the factories or by other functions in this file, in some cases not for everybody. */
const createdByOthers = [
  'clients',
  'user_profiles',
  'webhooks',
  'zone_assignments',
  'zone_entries',
  'zone_shapes',
  'zones',
]

/**
 * Creates a row in each remaining table that requests can read and whose rows belong to somebody, so that new tables are covered
 * without code of their own.
 */
async function insertRemainingTraces(
  { pool }: Pick<Database, 'pool'>,
  { id, sessionId }: Pick<TestUser, 'id' | 'sessionId'>,
  zoneId: string,
) {
  const values: Record<string, string> = { zone_id: zoneId, session_id: sessionId }
  const statements = (await readFacts(pool)).flatMap(table => {
    const userColumn = findPersonColumn(table)
    if (!userColumn || !table.verbs.includes('select') || createdByOthers.includes(table.name)) return []
    const row = table.columns.flatMap(column => {
      const { name, required } = column
      const parent = required ? tracedIds[column.refersTo ?? ''] : undefined
      const value =
        name === userColumn || (column.person && required) ? id : parent ? createId(parent, id) : values[name]
      return value ? [[name, `'${value}'`]] : required ? [[name, createSampleValue(column)]] : []
    })
    return `insert into ${table.name} (${row.map(([name]) => name).join()}) select ${row.map(([, value]) => value).join()}
      where not exists (select from ${table.name} where ${userColumn} = '${id}')`
  })
  await pool.query(statements.join(';'))
}

const factsByPool = new WeakMap<object, ReturnType<typeof readTables>>()
function readFacts(pool: Database['pool']) {
  const facts = factsByPool.get(pool) ?? readTables(pool)
  factsByPool.set(pool, facts)
  return facts
}

/**
 * Runs `insert` with a pool that only collects its statements, and then sends them all at once, because a round trip for each takes
 * longer than most of them do.
 */
export async function insertAtOnce(
  { pool }: Pick<Database, 'pool'>,
  insert: (db: Pick<Database, 'pool'>) => Promise<void>,
) {
  const statements: string[] = []
  const collector = {
    query: async (statement: string, values: readonly unknown[] = []) => {
      statements.push(inlineValues(statement, values))
    },
  } as unknown as Database['pool']
  factsByPool.set(collector, readFacts(pool))
  await insert({ pool: collector })
  await pool.query(statements.join(';'))
}

/** Creates a visit to the person that has ended, and a kiosk whose code has expired. */
export async function insertVisitor(
  { pool }: Pick<Database, 'pool'>,
  { id }: Pick<TestUser, 'id'>,
  zoneId: string,
) {
  await pool.query(
    `insert into visitor_visits (id, zone_id, request_id, host_id, name, name_key, way, signed_in_at, signed_out_at, ended)
      values ($1, $2, uuid_v7(), $3, 'x', 'x', 'poster', now(), now(), 'self')`,
    [createId('visitor', id), zoneId, id],
  )
  await pool.query(
    `insert into visitor_kiosks (zone_id, name, code_expires_at, opened_by) values ($1, 'x', now(), $2)`,
    [zoneId, id],
  )
  await pool.query(`insert into visitor_settings (zone_id) values ($1) on conflict do nothing`, [zoneId])
}

/** Creates an emergency that the person declared, with themselves on the roll and what they said. */
export async function insertEmergency(
  { pool }: Pick<Database, 'pool'>,
  { id }: Pick<TestUser, 'id'>,
  zoneId: string,
) {
  await pool.query(
    `insert into emergencies (id, request_id, zone_id, kind, drill, declared_by, declared_at, all_clear_at)
      values ($1, uuid_v7(), $2, 'evacuate', true, $3, now() - interval '2 minutes', now() - interval '1 minute')`,
    [createId('emergency', id), zoneId, id],
  )
  await pool.query(`insert into emergency_zones (emergency_id, zone_id, zone_name) values ($1, $2, 'x')`, [
    createId('emergency', id),
    zoneId,
  ])
  await pool.query(
    `insert into assembly_points (zone_id, name, latitude, longitude, radius_meters) values ($1, $2, 1, 1, 30)`,
    [zoneId, createId('point', id)],
  )
  await pool.query(`insert into emergency_plans (id, zone_id, kind, name) values ($1, $2, 'evacuate', $3)`, [
    createId('plan', id),
    zoneId,
    `Plan of ${id}`,
  ])
  await pool.query(`insert into emergency_contacts (plan_id, user_id) values ($1, $2)`, [
    createId('plan', id),
    id,
  ])
  await pool.query(
    `insert into drill_calendars (zone_id, every_months, time_zone, due_on) values ($1, 6, 'UTC', current_date + 100)
      on conflict do nothing`,
    [zoneId],
  )
  await pool.query(
    `insert into emergency_people (id, emergency_id, zone_id, user_id, name, sort_name, why) values ($1, $2, $3, $4, 'x', 'x', 'inside')`,
    [createId('on roll', id), createId('emergency', id), zoneId, id],
  )
  await pool.query(
    `insert into emergency_claims (emergency_id, roll_entry_id, zone_id, request_id, state, how, claimed_by, happened_at)
      values ($1, $2, $3, uuid_v7(), 'safe', 'own', $4, now())`,
    [createId('emergency', id), createId('on roll', id), zoneId, id],
  )
  await pool.query('insert into emergency_absences (emergency_id, user_id, zone_id) values ($1, $2, $3)', [
    createId('emergency', id),
    id,
    zoneId,
  ])
  await pool.query('insert into emergency_help_views (roll_entry_id, user_id, zone_id) values ($1, $2, $3)', [
    createId('on roll', id),
    id,
    zoneId,
  ])
  await pool.query(
    'insert into emergency_helpers (emergency_id, roll_entry_id, zone_id, user_id) values ($1, $2, $3, $4)',
    [createId('emergency', id), createId('on roll', id), zoneId, id],
  )
  await pool.query(
    `insert into emergency_messages (emergency_id, zone_id, request_id, sent_by, message, people, without_account)
      values ($1, $2, uuid_v7(), $3, 'x', 1, 0)`,
    [createId('emergency', id), zoneId, id],
  )
  await pool.query(
    `with made as (insert into emergency_links (emergency_id, zone_id, created_by, expires_at, token_hash, code_hash)
        values ($1, $2, $3, now() + interval '1 hour', $4, 'x') returning id)
      insert into emergency_link_opens (link_id, zone_id, key_hash) select id, $2, $4 from made`,
    [createId('emergency', id), zoneId, id, createId('link', id)],
  )
  await pool.query(
    'insert into emergency_findings (emergency_id, hazard_id, zone_id) select $1, id, zone_id from hazards where id = $2',
    [createId('emergency', id), createId('hazard', id)],
  )
  await insertTeam({ pool }, { id }, zoneId)
}

/** Creates an area with what the person said about it, a team that they sent back in, and what they need to leave. */
async function insertTeam({ pool }: Pick<Database, 'pool'>, { id }: Pick<TestUser, 'id'>, zoneId: string) {
  await pool.query(`insert into sweep_areas (id, zone_id, name, position) values ($1, $2, $3, 0)`, [
    createId('area', id),
    zoneId,
    createId('area', id),
  ])
  await pool.query(
    `insert into emergency_sweeps (emergency_id, zone_id, area_key, area_name, position, request_id, state, claimed_by, happened_at)
      values ($1, $2, $3, 'x', 0, uuid_v7(), 'clear', $4, now())`,
    [createId('emergency', id), zoneId, createId('area', id), id],
  )
  await pool.query(
    `insert into emergency_teams (id, emergency_id, zone_id, request_id, name, interval_minutes, started_by, ended_by, ended_at)
      values ($1, $2, $3, uuid_v7(), 'x', 20, $4, $4, now())`,
    [createId('team', id), createId('emergency', id), zoneId, id],
  )
  await pool.query(
    `insert into emergency_team_people (id, team_id, roll_entry_id, position) values ($1, $2, $3, 0)`,
    [createId('team person', id), createId('team', id), createId('on roll', id)],
  )
  await pool.query(
    `insert into par_rounds (id, team_id, number, opened_at, due_at, closed_at, closed_because)
      values ($1, $2, 1, now(), now(), now(), 'complete')`,
    [createId('round', id), createId('team', id)],
  )
  await pool.query(
    `insert into par_confirmations (round_id, team_person_id, request_id, confirmed_by, happened_at)
      values ($1, $2, uuid_v7(), $3, now())`,
    [createId('round', id), createId('team person', id), id],
  )
  await pool.query(`insert into evacuation_notes (user_id, note) values ($1, 'x')`, [id])
}

/** Creates an import that the person made, which created their own account. */
export async function insertImport({ pool }: Pick<Database, 'pool'>, { id }: Pick<TestUser, 'id'>) {
  await pool.query(
    `with made as (insert into imports (id, kind, file_name, left_out, user_id) values ($1, 'people', 'x.csv', 'x', $2) returning id)
      insert into import_items (import_id, user_id) select id, $2 from made`,
    [createId('import', id), id],
  )
}

/** Creates a badge of the person that came in, and a key that they added. */
export async function insertBadges(
  { pool }: Pick<Database, 'pool'>,
  { id }: Pick<TestUser, 'id'>,
  zoneId: string,
) {
  const number = createId('badge', id)
  const rows: readonly (readonly [string, ...string[]])[] = [
    [
      `insert into badge_keys (zone_id, name, key_hash, request_id, created_by)
        values ($1, 'Gate', sha256(convert_to($2, 'UTF8')), uuid_v7(), $3)`,
      zoneId,
      number,
      id,
    ],
    ['insert into badges (zone_id, number, user_id) values ($1, $2, $3)', zoneId, number, id],
    [
      `insert into badge_events (zone_id, number, direction, at, sent_at, user_id) values ($1, $2, 'in', now(), now(), $3)`,
      zoneId,
      number,
      id,
    ],
    [
      `insert into badge_states (zone_id, number, direction, at, sent_at) values ($1, $2, 'in', now(), now())`,
      zoneId,
      number,
    ],
    ['insert into badge_settings (zone_id, days) values ($1, 30) on conflict do nothing', zoneId],
  ]
  for (const [statement, ...values] of rows) await pool.query(statement, values)
}

/** For each table, the `createId` name of the person's row in it, for new rows that refer to it. */
export const tracedIds: Readonly<Record<string, string>> = {
  broadcasts: 'sent',
  documents: 'document',
  emergencies: 'emergency',
  emergency_people: 'on roll',
  emergency_team_people: 'team person',
  emergency_teams: 'team',
  par_rounds: 'round',
  emergency_plans: 'plan',
  folders: 'folder',
  group_messages: 'message',
  groups: 'group',
  hazards: 'hazard',
  notice_rules: 'notice',
  visitor_visits: 'visitor',
}

/** Creates a rule of the person that reports entries and exits in the zone. */
export const insertNoticeRule = (
  { pool }: Pick<Database, 'pool'>,
  { id }: Pick<TestUser, 'id'>,
  zoneId: string,
) =>
  pool.query(`insert into notice_rules (id, user_id, zone_id, kind) values ($2, $1, $3, 'people')`, [
    id,
    createId('notice', id),
    zoneId,
  ])

/** Creates a zone request from the person, in their organisation. */
export async function insertRequest({ pool }: Pick<Database, 'pool'>, { id }: Pick<TestUser, 'id'>) {
  // Internal admins belong to no organisation, but still see the rows about them.
  await pool.query(
    `insert into client_members (client_id, user_id) values ('00000000-0000-4000-8000-000000000001', $1) on conflict do nothing`,
    [id],
  )
  await pool.query(
    `insert into zone_requests (id, client_id, name, requested_by, status)
      values ($2, '00000000-0000-4000-8000-000000000001', 'x', $1, 'withdrawn')`,
    [id, createId('request', id)],
  )
}

/**
 * Creates the person's hazards, reports, group, files, broadcasts and template. `host` is the recipient of a broadcast who has not
 * seen it.
 */
export async function insertMessages(
  db: Pick<Database, 'pool'>,
  { id }: Pick<TestUser, 'id'>,
  zoneId: string,
  host: Pick<TestUser, 'id'>,
) {
  const runSql = (statement: string, ...values: unknown[]) => db.pool.query(statement, values)
  const [reportedHazardId, groupId, sentId] = [
    createId('hazard', id),
    createId('group', id),
    createId('sent', id),
  ]
  await runSql(
    `insert into hazards (id, request_id, title, description, zone_id, reported_by) values ($1, uuid_v7(), 'x', 'x', $2, $3)`,
    ...[reportedHazardId, zoneId, id],
  )
  await runSql(
    `insert into hazard_steps (hazard_id, kind, actor_id, note) values ($1, 'comment', $2, 'x')`,
    ...[reportedHazardId, id],
  )
  for (const hazardId of [null, reportedHazardId])
    await runSql(
      `insert into stored_files (request_id, path, name, media_type, size_bytes, uploaded_by, hazard_id)
        values (uuid_v7(), $3, 'x', 'x', 1, $1, $2)`,
      ...[id, hazardId, `hazard-attachments/${createId(hazardId ?? 'unused', id)}.pdf`],
    )
  await insertImport(db, { id })
  await insertReports(db, { id }, zoneId)
  await insertGroup(db, { id }, zoneId)
  await insertFiles(db, { id }, zoneId)
  await insertSentBroadcast(db, { id }, zoneId)
  await runSql(
    'insert into broadcast_group_links (broadcast_id, group_id, created_by) values ($1, $2, $3)',
    ...[sentId, groupId, id],
  )
  // A broadcast without a sender carries the id of the person it is about in its title.
  const insertBroadcast = (title: string, sender: string | null, zone: string | null, roles: string) =>
    runSql(
      `insert into broadcasts (id, request_id, title, message, sender_id, zone_id, target_roles, state, sent_at)
        values ($1, uuid_v7(), $2, 'x', $3, $4, $5, 'sent', now())`,
      ...[createId(title, id), title === 'some' ? 'x' : id, sender, zone, roles],
    )
  await insertBroadcast('some', id, zoneId, '{worker}')
  await insertBroadcast('received', null, zoneId, '{worker}')
  await insertBroadcast('all zones', null, null, '{}')
  for (const [broadcastId, userId] of [
    [createId('received', id), id],
    [sentId, host.id],
  ])
    await runSql(
      `insert into broadcast_recipients (broadcast_id, user_id, zone_id) values ($1, $2, $3)`,
      ...[broadcastId, userId, zoneId],
    )
  await insertTemplate(db, { id }, zoneId)
  await insertEmergency(db, { id }, zoneId)
  await insertVisitor(db, { id }, zoneId)
  await insertBadges(db, { id }, zoneId)
}

/**
 * Creates a report file for the person, a schedule and an email address they added to the zone's reports, and a report they ran
 * again for that address.
 */
export async function insertReports(
  { pool }: Pick<Database, 'pool'>,
  { id }: Pick<TestUser, 'id'>,
  zoneId: string,
) {
  const [scheduleId, runId] = [createId('schedule', id), createId('mailed', id)]
  for (const [statement, ...values] of [
    [
      `insert into report_runs (id, asked_by, kind, format, zone_id, from_day, to_day)
        values ($3, $1, 'attendance', 'pdf', $2, '2026-11-01', '2026-11-02')`,
      id,
      zoneId,
      createId('run', id),
    ],
    // The recipient's id is the id of the person who added it, which tells its email address apart from others.
    [
      `insert into report_recipients (id, zone_id, email, added_by) values ($1::uuid, $2, $1::uuid || '@x.example', $1::uuid)`,
      id,
      zoneId,
    ],
    [
      `insert into report_schedules (id, request_id, zone_id, kind, format, rhythm, next_run_at, created_by)
        values ($3, uuid_v7(), $2, 'attendance', 'pdf', 'week', now() + interval '1 day', $1)`,
      id,
      zoneId,
      scheduleId,
    ],
    [
      `insert into report_runs (id, schedule_id, rerun, rerun_by, kind, format, zone_id, from_day, to_day)
        values ($3, $4, true, $1, 'attendance', 'pdf', $2, '2026-11-01', '2026-11-02')`,
      id,
      zoneId,
      runId,
      scheduleId,
    ],
    [`insert into report_deliveries (run_id, recipient_id, email) values ($2, $1, 'x@x.example')`, id, runId],
  ] as [string, ...string[]][])
    await pool.query(statement, values)
}

/** Creates a group with a message, a reaction and files by the person, who is a member of the group if they belong to the zone. */
export async function insertGroup(db: Pick<Database, 'pool'>, { id }: Pick<TestUser, 'id'>, zoneId: string) {
  const runSql = (statement: string, ...values: unknown[]) => db.pool.query(statement, values)
  const [groupId, messageId] = [createId('group', id), createId('message', id)]
  await runSql(
    `insert into groups (id, name, zone_id, created_by) values ($1, 'x', $2, $3)`,
    groupId,
    zoneId,
    id,
  )
  await runSql(
    `insert into group_members (group_id, zone_id, user_id, added_by)
      select $1, $2, $3, $3 from zone_assignments where user_id = $3 and zone_id = $2`,
    ...[groupId, zoneId, id],
  )
  await runSql(
    `insert into group_messages (id, group_id, request_id, sender_id, message_text) values ($1, $2, uuid_v7(), $3, 'x')`,
    ...[messageId, groupId, id],
  )
  const path = toSharedPath(id)
  // The second file is no longer in any message, so it may be deleted.
  for (const storedPath of [path, `group-files/${createId('unshared', id)}.pdf`])
    await runSql(
      `insert into stored_files (request_id, path, name, media_type, size_bytes, uploaded_by, group_id)
        values (uuid_v7(), $3, 'x', 'x', 1, $1, $2)`,
      ...[id, groupId, storedPath],
    )
  await runSql(
    `insert into group_files (group_id, message_id, uploaded_by, file_name, file_url, file_type, file_size)
      values ($1, $2, $3, 'x', $4, 'x', 1)`,
    ...[groupId, messageId, id, path],
  )
  await runSql(
    `insert into group_reactions (message_id, group_id, user_id, emoji) values ($1, $2, $3, '👍')`,
    ...[messageId, groupId, id],
  )
}

/** Creates two folders of the person: one with a document that others are asked to read, and one visible only to the person's group. */
export async function insertFiles(db: Pick<Database, 'pool'>, { id }: Pick<TestUser, 'id'>, zoneId: string) {
  const runSql = (statement: string, ...values: unknown[]) => db.pool.query(statement, values)
  const [openFolderId, linkedFolderId, documentId] = [
    createId('folder', id),
    createId('linked', id),
    createId('document', id),
  ]
  for (const folderId of [openFolderId, linkedFolderId])
    await runSql(
      'insert into folders (id, zone_id, name, created_by) values ($1, $2, $1::uuid::text, $3)',
      ...[folderId, zoneId, id],
    )
  await runSql(
    'insert into folder_group_links (folder_id, group_id, created_by) values ($1, $2, $3)',
    ...[linkedFolderId, createId('group', id), id],
  )
  const path = `documents/${createId('stored', id)}.pdf`
  await runSql(
    `insert into stored_files (request_id, path, name, media_type, size_bytes) values (uuid_v7(), $1, 'x', 'x', 1)`,
    path,
  )
  await runSql(
    `insert into documents (id, title, file_name, file_url, file_size, file_type, uploaded_by, zone_id, folder_id)
      values ($1, 'x', $1::uuid::text, $5, 1, 'x', $2, $3, $4)`,
    ...[documentId, id, zoneId, openFolderId, path],
  )
  await runSql('update stored_files set document_id = $1 where path = $2', ...[documentId, path])
  await runSql(
    `insert into document_versions (document_id, version, file_name, file_url, file_size, file_type, uploaded_by)
      values ($1, 1, 'x', $3, 1, 'x', $2)`,
    ...[documentId, id, path],
  )
  await runSql(
    'insert into document_readings (document_id, zone_id, asked_by) values ($1, $2, $3)',
    ...[documentId, zoneId, id],
  )
  await runSql(
    'insert into document_confirmations (document_id, user_id, version) values ($1, $2, 1)',
    ...[documentId, id],
  )
}

/** Creates an urgent broadcast from the person to everybody in the zone, with an answer to choose. */
export const insertSentBroadcast = (
  { pool }: Pick<Database, 'pool'>,
  { id }: Pick<TestUser, 'id'>,
  zoneId: string,
) =>
  pool.query(
    `insert into broadcasts (id, request_id, title, message, sender_id, zone_id, priority, answers, state, sent_at)
      values ($1, uuid_v7(), 'x', 'x', $2, $3, 'urgent', '{Safe}', 'sent', now())`,
    [createId('sent', id), id, zoneId],
  )

export const insertTemplate = (
  { pool }: Pick<Database, 'pool'>,
  { id }: Pick<TestUser, 'id'>,
  zoneId: string,
) =>
  pool.query(
    `insert into broadcast_templates (id, zone_id, name, title, message, priority, created_by)
      values ($1, $2, 'x', 'x', 'x', 'low', $3)`,
    [createId('template', id), zoneId, id],
  )

/** Creates a scheduled broadcast from the person to their group. */
export async function insertPendingBroadcast(
  { pool }: Pick<Database, 'pool'>,
  { id }: Pick<TestUser, 'id'>,
  zoneId: string,
) {
  const pendingId = createId('waiting', id, zoneId)
  await pool.query(
    `insert into broadcasts (id, request_id, title, message, sender_id, zone_id) values ($1, uuid_v7(), 'x', 'x', $2, $3)`,
    [pendingId, id, zoneId],
  )
  await pool.query(
    'insert into broadcast_group_links (broadcast_id, group_id, created_by) values ($1, $2, $3)',
    [pendingId, createId('group', id), id],
  )
}
