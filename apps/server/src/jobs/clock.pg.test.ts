import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { storedPaths } from '@muster/domain/attachment.ts'
import { beforeAll, describe, expect, it } from 'vitest'
import { createId, insertPendingBroadcast, insertTraces } from '../app/testing/access-table/traces.ts'
import { readTables } from '../app/testing/table-facts.ts'
import { advanceClock } from '../testing/advance-clock.ts'
import { testServices } from '../testing/test-services.ts'

/** Ages in days at which the database is inspected, youngest first. */
const agesInDays = [1, 2, 31, 200, 401] as const
type Lifetime = (typeof agesInDays)[number] | 'stays'

/**
 * For each table, the first of `agesInDays` at which its rows are gone; the comments give the reasons. The rows of a table
 * without an entry stay until their parent is deleted; the test fails unless a foreign key guarantees this. Rows that differ
 * from the rest of their table have their own entry.
 */
const lifetimesByTable: Readonly<Record<string, Lifetime>> = {
  // Completed once the alert is sent, and deleted with the alert.
  alert_deliveries: 200,
  // Carried out within a minute.
  alert_orders: 1,
  app_login: 'stays',
  // Kept as long as the readings they correct: 90 days.
  attendance_corrections: 200,
  attendance_objections: 200,
  // Each expires at its own time.
  'auth.pending_sign_ins': 1,
  'auth.sessions': 1,
  'auth.users': 'stays',
  'auth.verifications': 1,
  // The zone of the test keeps them for 30 days; whoever came in and was not seen going out is gone after three.
  badge_events: 31,
  badge_states: 31,
  // Runs are kept for more than a year, so that last year's can still be explained.
  backup_runs: 'stays',
  clients: 'stays',
  data_breach_notifications: 'stays',
  // A download is available for a few days.
  data_downloads: 31,
  'document_versions (of a deleted document)': 31,
  // Can be restored for 30 days.
  'documents (deleted)': 31,
  // Unconfirmed changes expire; confirmed changes stay while they can be reverted from the old email address.
  email_changes: 1,
  'email_changes (confirmed)': 31,
  // An emergency or drill is kept for three years, its positions for 90 days.
  emergencies: 'stays',
  // Deleted with the positions on the roll.
  emergency_leavers: 200,
  emergency_link_opens: 'stays',
  emergency_links: 'stays',
  emergency_messages: 'stays',
  // Screens can resume for seven days.
  feed_events: 31,
  // A newer number replaces it.
  'feed_events (of a number)': 1,
  feed_floor: 'stays',
  'folders (deleted)': 31,
  // An import can be undone for 31 days, and is listed for a year.
  import_items: 31,
  imports: 401,
  installation_facts: 'stays',
  installation_secrets: 'stays',
  // Half a year without a sign-in.
  known_devices: 200,
  // Answered more than 90 days ago.
  'location_tracking_requests (answered)': 200,
  map_settings: 'stays',
  // Needed to list views of the person for 90 days.
  past_memberships: 200,
  // The retention of readings: 90 days.
  position_checks: 200,
  presence_history: 200,
  // An open visit is part of the current state.
  'presence_history (open)': 'stays',
  // Ends with its session.
  presence_sharing: 1,
  // Ends with its session.
  push_subscriptions: 1,
  rate_limits: 1,
  // Work to be done within minutes.
  removed_files: 1,
  removed_owners: 1,
  // An on-demand report is available for a few days.
  'report_runs (ordered)': 31,
  // The record of an emailed report, with its recipients, is kept for 400 days; its file for seven.
  report_deliveries: 401,
  report_runs: 401,
  role_permissions: 'stays',
  schema_functions: 'stays',
  schema_migrations: 'stays',
  security_chain: 'stays',
  security_events: 'stays',
  'stored_files (of a deleted document)': 31,
  // Kept until the notice cannot become due again: 30 days.
  sent_notices: 31,
  // Unused for a day.
  'stored_files (unused)': 1,
  // The inbox goes back half a year.
  user_alerts: 200,
  // Codes that no tablet used, and kiosks that were not seen for 90 days.
  visitor_kiosks: 1,
  visitor_settings: 'stays',
  // Kept for 30 days after the visit unless the zone chooses otherwise; an announced visit until its day has passed.
  visitor_visits: 31,
  'visitor_visits (announced)': 2,
  webhook_cursor: 'stays',
  // The log of deliveries goes back 14 days.
  webhook_deliveries: 31,
  webhooks: 'stays',
  zone_entries: 1,
  // Listed for 30 days after the link expired.
  zone_invitation_uses: 200,
  zone_invitations: 200,
  zones: 'stays',
}

/** The conditions for entries that cover only some rows of their table. */
const conditionsByRowKind: Readonly<Record<string, string>> = {
  'documents (deleted)': 'deleted_at is not null',
  'document_versions (of a deleted document)':
    'exists (select from documents d where d.id = document_id and d.deleted_at is not null)',
  'email_changes (confirmed)': 'confirmed_at is not null',
  'feed_events (of a number)': `kind = 'zone.occupancy'`,
  'folders (deleted)': 'deleted_at is not null',
  'location_tracking_requests (answered)': 'answered_at is not null',
  'presence_history (open)': 'exit_time is null',
  'report_runs (ordered)': 'schedule_id is null',
  'stored_files (of a deleted document)':
    'exists (select from documents d where d.id = document_id and d.deleted_at is not null)',
  'visitor_visits (announced)': 'signed_in_at is null',
  'stored_files (unused)': 'num_nonnulls(hazard_id, broadcast_id, group_id, document_id) = 0',
}

/** Columns that identify the rows of tables without a primary key (partitioned ones), or whose primary key contains a date. */
const keyColumnsByTable: Readonly<Record<string, string>> = {
  feed_events: 'seq',
  position_checks: 'id',
  security_events: 'id',
  zone_holidays: 'name',
}

const server = testServices()
beforeAll(() => makeOneOfEverything())

/** Fills every table and writes the content of each stored file. */
async function makeOneOfEverything(): Promise<void> {
  const { db, make, services } = server
  const zone = await make.zone({
    shape: {
      boundary: 'polygon',
      points: [createPoint(28.612, 77.208), createPoint(28.614, 77.21), createPoint(28.612, 77.21)],
    },
  })
  const [host, person] = [
    await make.user(),
    await make.user({ role: 'zone_manager_rw', pinHash: 'x', passwordHash: 'x' }),
  ]
  for (const member of [host, person]) await make.assign(member, zone, 'zone_manager_rw')
  await insertTraces(db, person, zone.id, host)
  await insertPendingBroadcast(db, person, zone.id)
  await db.pool.query(
    `update attendance_corrections set day = current_date;
     update attendance_objections set day = current_date;
     insert into removed_files (path) values ('documents/removed.pdf');
     insert into removed_owners (id, kind) values (gen_random_uuid(), 'user');
     insert into rate_limits (key, taken, expires_at) values ('x', '{}', now() + interval '1 minute');
     insert into installation_facts (fact) values ('x');
     insert into backup_runs (kind, cause, state) values ('backup', 'schedule', 'done');
     insert into installation_secrets (name, value) values ('signing', 'x');
     insert into data_breach_notifications (description, affected_users_count, severity) values ('x', 1, 'low');
     insert into auth.verifications (identifier, value, expires_at) values ('x', 'x', now() + interval '1 hour');
     with hook as (insert into webhooks (name, address, secret, kinds) values ('x', 'https://x.example', 'x', '{zone.deleted}') returning id)
     insert into webhook_deliveries (webhook_id, event_id, kind, body) select id, 'x', 'x', '{}' from hook`,
  )
  for (const statement of [
    `insert into presence_history (user_id, zone_id, entry_time, exit_time, tracking_source)
      values ($1, $2, now() - interval '2 hours', now() - interval '1 hour', 'manual')`,
    `insert into location_tracking_requests (user_id, zone_id, requested_by, status, answered_at)
      values ($1, $2, $1, 'withdrawn', now())`,
    `insert into past_memberships (user_id, zone_id, accepted_at) values ($1, $2, now())`,
    `insert into declined_invitations (user_id, zone_id) values ($1, $2)`,
    `insert into alert_orders (type, zone_id, title, description, metadata, source, user_ids)
      values ('system', $2, '"x"', '"x"', '{}', 'order', array[$1::uuid])`,
    `insert into folders (zone_id, name, created_by, deleted_at) values ($2, 'deleted', $1, now())`,
  ])
    await db.pool.query(statement, [person.id, zone.id])
  for (const statement of [
    `insert into auth.passkeys (user_id, public_key, credential_id, counter, device_type, backed_up)
      values ($1, 'x', 'x', 0, 'x', false)`,
    `insert into auth.two_step (user_id, secret) values ($1, 'x')`,
    `insert into auth.recovery_codes (user_id, code_hash) values ($1, 'x')`,
    `insert into auth.pending_sign_ins (token_hash, user_id, expires_at) values ('x', $1, now() + interval '10 minutes')`,
    `insert into known_devices (user_id, token_hash) values ($1, 'x')`,
    `insert into email_changes (user_id, old_email, new_email, confirmed_at)
      values ($1, 'old@x.example', 'new@x.example', null), ($1, 'older@x.example', 'old@x.example', now())`,
  ])
    await db.pool.query(statement, [person.id])
  const documentId = createId('document', person.id)
  await db.pool.query(
    `with stored as (insert into stored_files (request_id, path, name, media_type, size_bytes, has_thumbnail)
       values (uuid_v7(), 'documents/deleted.png', 'x', 'x', 1, true), (uuid_v7(), 'documents/older.pdf', 'x', 'x', 1, false)),
     deleted as (insert into documents (title, file_name, file_url, file_size, file_type, zone_id, deleted_at)
       select 'deleted', 'deleted', 'documents/deleted.png', 1, 'x', zone_id, now() from documents where id = $1 returning id)
     insert into document_versions (document_id, version, file_name, file_url, file_size, file_type)
       select id, version, 'x', path, 1, 'x' from deleted, (values (1, 'documents/older.pdf'), (2, 'documents/deleted.png')) it (version, path)`,
    [documentId],
  )
  await db.pool.query(
    `update stored_files set document_id = (select id from documents where title = 'deleted')
       where path in ('documents/deleted.png', 'documents/older.pdf')`,
  )
  await db.pool.query(`update stored_files set has_thumbnail = true where document_id = $1`, [documentId])
  await db.pool.query(
    `update user_profiles set profile_image = 'avatars/' || id || '/profile-1.webp' where id = $1`,
    [person.id],
  )
  await db.pool.query(
    `update report_runs set state = 'done', path = 'reports/' || id || '.pdf', rows = 1, bytes = 1, finished_at = now(),
       expires_at = now() + interval '7 days'`,
  )
  for (const path of await listNamedPaths()) await services.files.put(path, Buffer.from('x'))
}

const createPoint = (lat: number, lng: number) => ({ lat, lng })

/** Returns the paths of all files that rows refer to, including thumbnails and previews. */
async function listNamedPaths(): Promise<string[]> {
  const { rows } = await server.db.pool.query<{ path: string; has_thumbnail: boolean }>(`
    select path, has_thumbnail from stored_files
    union all select profile_image, false from user_profiles where profile_image is not null
    union all select path, false from report_runs where path is not null`)
  return rows.flatMap(({ path, has_thumbnail }) => storedPaths(path, has_thumbnail)).sort()
}

async function runEveryJob(): Promise<void> {
  const { jobs } = server.services
  // Run everything twice, so that the frequent jobs run both before and after the nightly ones.
  for (const job of [...jobs, ...jobs]) await job.run(new AbortController().signal)
}

/** Returns the keys of the rows that exist now, by entry of `lifetimesByTable`. */
async function readKeys(): Promise<Map<string, readonly string[]>> {
  const { rows: tables } = await server.db.pool.query<{ name: string; key: string | null }>(`
    select c.oid::regclass::text as name, (
      select 'concat_ws(''|'', ' || string_agg(format('%I', a.attname), ', ') || ')'
      from pg_index i join pg_attribute a on a.attrelid = c.oid and a.attnum = any(i.indkey)
      where i.indrelid = c.oid and i.indisprimary) as key
    from pg_class c join pg_namespace n on n.oid = c.relnamespace
    where n.nspname in ('public', 'auth') and c.relkind in ('r', 'p') and not c.relispartition order by 1`)
  const keysByLine = new Map<string, readonly string[]>()
  for (const { name, key } of tables) {
    const ownRowKinds = Object.keys(conditionsByRowKind).filter(kind => kind.startsWith(`${name} (`))
    const otherRowsCondition =
      ownRowKinds.map(kind => `not (${conditionsByRowKind[kind]})`).join(' and ') || 'true'
    for (const [line, condition] of [
      [name, otherRowsCondition],
      ...ownRowKinds.map(kind => [kind, conditionsByRowKind[kind]]),
    ] as const) {
      const { rows } = await server.db.pool.query(
        `select (${keyColumnsByTable[name] ?? key})::text as key from ${name} where ${condition}`,
      )
      keysByLine.set(
        line ?? name,
        rows.map(row => row.key),
      )
    }
  }
  return keysByLine
}

describe('scheduled jobs', () => {
  it('delete the rows of every table at the age its entry states, and no other rows', async () => {
    const keysByLine = await readKeys()
    expect(Object.keys(lifetimesByTable).filter(line => !keysByLine.has(line))).toEqual([])
    const tableFacts = await readTables(server.db.pool)
    expect(
      tableFacts.flatMap(({ name, belongs }) => (belongs || lifetimesByTable[name] ? [] : name)),
    ).toEqual([])
    const emptyTables = [...keysByLine].flatMap(([line, keys]) => (keys.length === 0 ? line : []))
    expect(emptyTables).toEqual([])

    const lifetimeByTable = new Map<string, Lifetime | 'partly'>()
    let currentAge: (typeof agesInDays)[number] | 0 = 0
    for (const nextAge of agesInDays) {
      await advanceClock(server.db, join(server.dataDir, 'files'), nextAge - currentAge)
      currentAge = nextAge
      await runEveryJob()
      const remainingKeys = await readKeys()
      for (const [line, keys] of keysByLine) {
        const remainingCount = keys.filter(key => remainingKeys.get(line)?.includes(key)).length
        if (remainingCount < keys.length && !lifetimeByTable.has(line))
          lifetimeByTable.set(line, remainingCount === 0 ? nextAge : 'partly')
      }
    }
    const mapTables = (toLifetime: (line: string) => unknown) =>
      Object.fromEntries([...keysByLine.keys()].map(line => [line, toLifetime(line) ?? 'stays']))
    expect(mapTables(line => lifetimeByTable.get(line))).toEqual(mapTables(line => lifetimesByTable[line]))
  })

  it('keep the content of every file that a row refers to', async () => {
    const folder = join(server.dataDir, 'files')
    const storedEntries = await readdir(folder, { recursive: true, withFileTypes: true })
    const paths = storedEntries.flatMap(it =>
      it.isFile() ? join(it.parentPath, it.name).slice(folder.length + 1) : [],
    )
    expect(paths.sort()).toEqual(await listNamedPaths())
    for (const kind of [/^avatars\//, /^documents\/.*\.thumb\.webp$/, /^documents\/.*\.preview\.webp$/])
      expect(paths.some(path => kind.test(path))).toBe(true)
  })
})
