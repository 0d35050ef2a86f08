import { createHash } from 'node:crypto'
import type { Database } from '../../../db/database.ts'
import { defaultClientId, type TestUser } from '../../../testing/factories.ts'
import { createSampleValue, findPersonColumn, readTables, type TableFacts } from '../table-facts.ts'
import { inlineValues } from './inline-values.ts'

/** Returns a deterministic id for the one row with these names, so that it need not be looked up. */
export function createId(...names: readonly string[]): string {
  const hex = createHash('sha256').update(names.join()).digest('hex')
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-7${hex.slice(13, 16)}-8${hex.slice(17, 20)}-${hex.slice(20, 32)}`
}

/** Returns the path of the file the person shared in their group. */
export const toSharedPath = (id: string) => `group-files/${createId('shared', id)}.pdf`

/** For each table, the `createId` name of the person's row in it, for new rows that refer to it. */
export const tracedIds: Readonly<Record<string, string>> = {
  broadcasts: 'sent',
  documents: 'document',
  emergencies: 'emergency',
  emergency_links: 'link',
  emergency_people: 'on roll',
  emergency_plans: 'plan',
  emergency_team_people: 'team person',
  emergency_teams: 'team',
  folders: 'folder',
  group_messages: 'message',
  groups: 'group',
  hazards: 'hazard',
  imports: 'import',
  notice_rules: 'notice',
  par_rounds: 'round',
  report_runs: 'run',
  report_schedules: 'schedule',
  sweep_areas: 'area',
  visitor_visits: 'visitor',
  zone_invitations: 'invitation',
  zone_requests: 'request',
}

type TraceDatabase = Pick<Database, 'pool'>
type Owner = Pick<TestUser, 'id'> & Partial<Pick<TestUser, 'sessionId'>>
/** A table, with the values that differ from those the database catalogue gives for the person and the zone. */
type Trace = string | readonly [table: string, values: Readonly<Record<string, unknown>>]

/** SQL in place of a value. */
class Raw {
  readonly statement: string
  constructor(statement: string) {
    this.statement = statement
  }
}
const now = new Raw('now()')
const ago = (interval: string) => new Raw(`now() - interval '${interval}'`)

/**
 * Creates the rows in their order. A column that is not named gets the id of the person's own row (`tracedIds`), the person, the
 * zone, the person's row in the table that it refers to, or a sample that the catalogue allows. Optional columns stay empty, except
 * the one that says whom the row is about. Rows that exist stay.
 */
async function insertRows(
  { pool }: TraceDatabase,
  owner: Owner,
  zoneId: string | undefined,
  traces: readonly Trace[],
): Promise<void> {
  const facts = await readFacts(pool)
  for (const trace of traces) {
    const [name, values] = typeof trace === 'string' ? [trace, {}] : trace
    const table = facts.find(it => it.name === name)
    if (!table) throw new Error(`There is no table ${name}.`)
    await pool.query(...createInsert(table, owner, zoneId, values))
  }
}

function createInsert(
  table: TableFacts,
  { id, sessionId }: Owner,
  zoneId: string | undefined,
  values: Readonly<Record<string, unknown>>,
): [string, unknown[]] {
  const userColumn = findPersonColumn(table)
  const parameters: unknown[] = []
  const row = table.columns.flatMap((column): [string, string][] => {
    const { name, required, person } = column
    const parent = tracedIds[column.refersTo ?? '']
    const value =
      name in values
        ? values[name]
        : name === 'id' && tracedIds[table.name]
          ? createId(tracedIds[table.name] ?? '', id)
          : name === userColumn || (person && required)
            ? id
            : name === 'zone_id'
              ? zoneId
              : name === 'session_id'
                ? sessionId
                : required
                  ? parent
                    ? createId(parent, id)
                    : new Raw(createSampleValue(column) ?? 'null')
                  : undefined
    if (value === undefined) return []
    if (value instanceof Raw) return [[name, value.statement]]
    parameters.push(value)
    return [[name, `$${parameters.length}`]]
  })
  const [names, expressions] = [row.map(([name]) => name), row.map(([, it]) => it)]
  return [
    `insert into ${table.name} (${names.join()}) values (${expressions.join()}) on conflict do nothing`,
    parameters,
  ]
}

/**
 * Creates a row about the person in every table that has rows about people. Their broadcast is sent to `host`, who has not seen it.
 */
export async function insertTraces(
  db: TraceDatabase,
  owner: Pick<TestUser, 'id' | 'sessionId'>,
  zoneId: string,
  host: Pick<TestUser, 'id'>,
) {
  const { id } = owner
  // The subscription comes before the alerts, because an alert is delivered to the devices that exist when it is raised.
  await insertRows(db, owner, zoneId, [
    ['notice_rules', { kind: 'people' }],
    ['push_subscriptions', { endpoint: `https://push.example/${createId('push', id)}`, user_agent: '' }],
    ['user_alerts', { type: 'system', source: 'trace' }],
    [
      'position_checks',
      { source: 'manual', certain: false, change: 'none', captured_at: now, received_at: now },
    ],
    ['security_events', { event_type: 'data_access', actor_id: id, affected_user_id: id }],
    ['shift_plans', { days: '{1,2,3,4,5,6,7}', ends: '17:00', valid_from: '2020-01-01', created_by: id }],
    ['zone_holidays', { day: new Raw(`(select date '1990-01-01' + count(*)::integer from zone_holidays)`) }],
    ['attendance_corrections', { day: '2026-01-01', excused: true }],
    [
      'zone_invitations',
      {
        role: 'app_user',
        days: 7,
        max_uses: 1,
        invited_by: id,
        expires_at: ago('-7 days'),
        token_hash: `${id}${id}`.slice(0, 64),
      },
    ],
    'zone_invitation_uses',
    ['sent_notices', { occasion: 'x' }],
    ['quiet_hours', { starts: '22:00', ends: '06:00', time_zone: 'UTC' }],
  ])
  const statements: readonly string[] = [
    `insert into zone_permissions (user_id, zone_id, permission, granted)
      select user_id, zone_id, 'download_reports', true from zone_assignments where user_id = $1 and zone_id = $2`,
    `insert into notice_people (rule_id, zone_id, user_id)
      select notice_rules.id, zone_id, user_id from presence_tracking join notice_rules using (user_id, zone_id)
      where user_id = $1 and zone_id = $2`,
  ]
  for (const statement of statements) await db.pool.query(statement, [id, zoneId])
  await insertRequest(db, owner)
  await insertMessages(db, owner, zoneId, host)
  await insertRemainingTraces(db, owner, zoneId)
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
  { pool }: TraceDatabase,
  owner: Pick<TestUser, 'id' | 'sessionId'>,
  zoneId: string,
) {
  const statements = (await readFacts(pool)).flatMap(table => {
    const userColumn = findPersonColumn(table)
    if (!userColumn || !table.verbs.includes('select') || createdByOthers.includes(table.name)) return []
    const [insert, values] = createInsert(table, owner, zoneId, {})
    const isMissing = `select where not exists (select from ${table.name} where ${userColumn} = '${owner.id}')`
    return inlineValues(insert, values).replace(/ values \((.*)\) on conflict do nothing$/, (_, row) =>
      isMissing.replace('select ', ` select ${row} `),
    )
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
export async function insertAtOnce({ pool }: TraceDatabase, insert: (db: TraceDatabase) => Promise<void>) {
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

const createTraceInserter =
  (listTraces: (id: string, zoneId: string) => readonly Trace[]) =>
  (db: TraceDatabase, owner: Owner, zoneId: string) =>
    insertRows(db, owner, zoneId, listTraces(owner.id, zoneId))

/** Creates a visit to the person that has ended, another that is expected, and a kiosk whose code has expired. */
export const insertVisitor = createTraceInserter(id => [
  ['visitor_visits', { host_id: id, way: 'poster', signed_in_at: now, signed_out_at: now, ended: 'self' }],
  [
    'visitor_visits',
    { id: createId('expected', id), host_id: id, way: 'host', expected_on: new Raw('current_date') },
  ],
  ['visitor_kiosks', { code_expires_at: now, opened_by: id }],
  'visitor_settings',
])

/**
 * Creates an emergency that the person declared, with themselves on the roll and what they said, an area, a team that they sent back
 * in, and what they need to leave.
 */
export const insertEmergency = createTraceInserter(id => [
  [
    'emergencies',
    { kind: 'evacuate', drill: true, declared_at: ago('2 minutes'), all_clear_at: ago('1 minute') },
  ],
  'emergency_zones',
  ['assembly_points', { radius_meters: 30 }],
  ['emergency_plans', { kind: 'evacuate', name: `Plan of ${id}` }],
  ['emergency_contacts', { plan_id: createId('plan', id) }],
  ['drill_calendars', { every_months: 6, time_zone: 'UTC', due_on: new Raw('current_date + 100') }],
  ['emergency_people', { why: 'inside' }],
  ['emergency_claims', { state: 'safe', how: 'own', claimed_by: id, happened_at: now }],
  'emergency_absences',
  'emergency_help_views',
  'emergency_helpers',
  ['emergency_messages', { without_account: 0 }],
  ['emergency_links', { token_hash: createId('link', id) }],
  ['emergency_link_opens', { key_hash: createId('link', id) }],
  ['sweep_areas', { name: createId('area', id), position: 0 }],
  ['emergency_sweeps', { area_key: createId('area', id), position: 0, state: 'clear', happened_at: now }],
  ['emergency_teams', { interval_minutes: 20, started_by: id, ended_by: id, ended_at: now }],
  ['emergency_team_people', { roll_entry_id: createId('on roll', id), position: 0 }],
  ['par_rounds', { opened_at: now, due_at: now, closed_at: now, closed_because: 'complete' }],
  ['par_confirmations', { confirmed_by: id, happened_at: now }],
  'evacuation_notes',
])

/** Creates an import that the person made, which created their own account. */
export const insertImport = (db: TraceDatabase, owner: Owner) =>
  insertRows(db, owner, undefined, [
    ['imports', { kind: 'people', file_name: 'x.csv' }],
    ['import_items', { user_id: owner.id }],
  ])

/**
 * Creates the person's badge, an entry with it, an earlier entry from before it was assigned to them, and a reader key that they
 * added.
 */
export const insertBadges = createTraceInserter(id => [
  ['badge_keys', { created_by: id }],
  ['badges', { number: createId('badge', id) }],
  ['badge_events', { number: createId('badge', id), direction: 'in', at: now, sent_at: now }],
  [
    'badge_events',
    {
      ...{ number: createId('badge', id), user_id: null, direction: 'in' },
      ...{ at: ago('1 hour'), sent_at: ago('1 hour') },
    },
  ],
  ['badge_states', { number: createId('badge', id), direction: 'in', at: now, sent_at: now }],
  ['badge_settings', { days: 30 }],
])

/** Creates a rule of the person that reports entries and exits in the zone. */
export const insertNoticeRule = createTraceInserter(() => [['notice_rules', { kind: 'people' }]])

/** Creates a zone request from the person, in their organisation. Internal admins belong to none, but still see the rows about them. */
export const insertRequest = (db: TraceDatabase, owner: Owner) =>
  insertRows(db, owner, undefined, [
    ['client_members', { client_id: defaultClientId }],
    ['zone_requests', { client_id: defaultClientId, requested_by: owner.id, status: 'withdrawn' }],
  ])

/**
 * Creates the person's hazards, reports, group, files, broadcasts and template. `host` is the recipient of a broadcast who has not
 * seen it.
 */
export async function insertMessages(
  db: TraceDatabase,
  owner: Owner,
  zoneId: string,
  host: Pick<TestUser, 'id'>,
) {
  const { id } = owner
  const createFile = (hazardId: string | null): Trace => [
    'stored_files',
    {
      path: `hazard-attachments/${createId(hazardId ?? 'unused', id)}.pdf`,
      hazard_id: hazardId,
      uploaded_by: id,
    },
  ]
  await insertRows(db, owner, zoneId, [
    ['hazards', { reported_by: id }],
    ['hazard_steps', { kind: 'comment', actor_id: id, note: 'x' }],
    createFile(null),
    createFile(createId('hazard', id)),
  ])
  await insertImport(db, owner)
  await insertReports(db, owner, zoneId)
  await insertGroup(db, owner, zoneId)
  await insertFiles(db, owner, zoneId)
  await insertSentBroadcast(db, owner, zoneId)
  // A broadcast without a sender carries the id of the person it is about in its title.
  const createBroadcast = (title: string, values: Readonly<Record<string, unknown>>): Trace => [
    'broadcasts',
    { id: createId(title, id), title: id, sender_id: null, state: 'sent', sent_at: now, ...values },
  ]
  await insertRows(db, owner, zoneId, [
    'broadcast_group_links',
    createBroadcast('some', { title: 'x', sender_id: id, target_roles: '{worker}' }),
    createBroadcast('received', { target_roles: '{worker}' }),
    createBroadcast('all zones', { zone_id: null }),
    ['broadcast_recipients', { broadcast_id: createId('received', id) }],
    ['broadcast_recipients', { user_id: host.id }],
  ])
  for (const insertTrace of [insertTemplate, insertEmergency, insertVisitor, insertBadges])
    await insertTrace(db, owner, zoneId)
  await insertRows(db, owner, zoneId, ['emergency_findings'])
}

/**
 * Creates a report file for the person, a schedule and an email address they added to the zone's reports, and a report they ran
 * again for that address.
 */
export const insertReports = createTraceInserter(id => {
  const report = { kind: 'attendance', format: 'pdf' }
  const days = { from_day: '2026-11-01', to_day: '2026-11-02' }
  return [
    ['report_runs', { ...report, ...days, asked_by: id }],
    // The recipient's id is the id of the person who added it, which tells its email address apart from others.
    ['report_recipients', { id, email: `${id}@x.example`, added_by: id }],
    ['report_schedules', { ...report, rhythm: 'week', created_by: id }],
    [
      'report_runs',
      {
        ...{ ...report, ...days, id: createId('mailed', id), asked_by: null },
        ...{ schedule_id: createId('schedule', id), rerun: true, rerun_by: id },
      },
    ],
    ['report_deliveries', { run_id: createId('mailed', id), recipient_id: id, email: 'x@x.example' }],
  ]
})

/** Creates a group with a message, a reaction and files by the person, who is a member of the group if they belong to the zone. */
export async function insertGroup(db: TraceDatabase, owner: Owner, zoneId: string) {
  const { id } = owner
  const paths = [toSharedPath(id), `group-files/${createId('unshared', id)}.pdf`]
  await insertRows(db, owner, zoneId, [['groups', { created_by: id }]])
  await db.pool.query(
    `insert into group_members (group_id, zone_id, user_id, added_by)
      select $1, $2, $3, $3 from zone_assignments where user_id = $3 and zone_id = $2`,
    [createId('group', id), zoneId, id],
  )
  await insertRows(db, owner, zoneId, [
    ['group_messages', { message_text: 'x', sender_id: id }],
    // The second file is no longer in any message, so it may be deleted.
    ...paths.map(
      (path): Trace => [
        'stored_files',
        { path, name: 'x', uploaded_by: id, group_id: createId('group', id) },
      ],
    ),
    [
      'group_files',
      { message_id: createId('message', id), file_name: 'x', file_url: paths[0], uploaded_by: id },
    ],
    ['group_reactions', { emoji: '👍' }],
  ])
}

/** Creates two folders of the person: one with a document that others are asked to read, and one visible only to the person's group. */
export async function insertFiles(db: TraceDatabase, owner: Owner, zoneId: string) {
  const { id } = owner
  const documentId = createId('document', id)
  const file = { file_url: `documents/${createId('stored', id)}.pdf`, uploaded_by: id }
  await insertRows(db, owner, zoneId, [
    ['folders', { name: createId('folder', id), created_by: id }],
    ['folders', { id: createId('linked', id), name: createId('linked', id), created_by: id }],
    ['folder_group_links', { folder_id: createId('linked', id), created_by: id }],
    ['stored_files', { path: file.file_url, uploaded_by: null }],
    ['documents', { ...file, title: 'x', file_name: documentId, folder_id: createId('folder', id) }],
    ['document_versions', { ...file, version: 1 }],
    ['document_readings', { asked_by: id }],
    ['document_confirmations', { version: 1 }],
  ])
  await db.pool.query('update stored_files set document_id = $1 where path = $2', [documentId, file.file_url])
}

/** Creates an urgent broadcast from the person to everybody in the zone, with an answer to choose. */
export const insertSentBroadcast = createTraceInserter(id => [
  ['broadcasts', { sender_id: id, priority: 'urgent', answers: '{Safe}', state: 'sent', sent_at: now }],
])

export const insertTemplate = createTraceInserter(id => [
  ['broadcast_templates', { id: createId('template', id), priority: 'low', created_by: id }],
])

/** Creates a scheduled broadcast from the person to their group. */
export const insertPendingBroadcast = createTraceInserter((id, zoneId) => [
  ['broadcasts', { id: createId('waiting', id, zoneId), sender_id: id }],
  ['broadcast_group_links', { broadcast_id: createId('waiting', id, zoneId), created_by: id }],
])
