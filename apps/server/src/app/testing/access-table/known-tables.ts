import { type RawBuilder, sql } from 'kysely'
import type { TestUser } from '../../../testing/factories.ts'
import { createSampleValue, findPersonColumn, type TableFacts } from '../table-facts.ts'
import type { Person, World } from './people.ts'
import type { Subject } from './reach.ts'
import { createId, toSharedPath, tracedIds } from './traces.ts'

/** How the rows of a table are tested. */
export type KnownTable = {
  /** The columns that contain the person and the zone of a row; null if there is none. */
  readonly user: string | null
  readonly zone: string | null
  /** The SQL assignment with which updates are tested. Its value is one the row may have. */
  readonly sets: string | null
  readonly insert: ((person: Person, subject: Subject) => RawBuilder<unknown>) | null
  /** The condition that restricts the rows to one kind. */
  readonly only: string | null
}

/** The test world with the other people whose rows are tested: in the zone, in the other zone and in neither. */
export type TriedWorld = World & {
  readonly mate: TestUser
  readonly stranger: TestUser
  readonly newcomer: TestUser
}

export const findZone = (world: TriedWorld, subject: Subject) =>
  subject === 'other zone' ? world.other.id : world.zone.id
/** Returns another person in the subject's zone. */
export const findMate = (world: TriedWorld, subject: Subject) =>
  subject === 'other zone' ? world.stranger.id : world.mate.id

type SubjectIds = { readonly actor: string; readonly who: string; readonly mate: string }
type TableException = Partial<Pick<KnownTable, 'user' | 'sets' | 'only'>> & {
  /** Values for a new row that differ from those derived from the database catalogue. */
  readonly values?: (names: SubjectIds) => Readonly<Record<string, unknown>>
}

/**
 * Overrides for tables where a test derived from the database catalogue alone would prove nothing, and for kinds of rows, by the
 * name of their line.
 */
const tableExceptions: Readonly<Record<string, TableException>> = {
  // `user: null`, because the creator of a row has no influence on who may see it.
  clients: { user: null },
  data_breach_notifications: { user: null },
  webhooks: { user: null },
  zone_shapes: { user: null },
  zones: { user: null },
  'broadcasts (for some)': { only: `target_roles = '{worker}'` },
  'broadcasts (received)': { user: 'title', only: `target_roles = '{worker}' and sender_id is null` },
  'broadcasts (to all zones)': { user: 'title', only: 'zone_id is null' },
  'broadcasts (waiting)': { only: `state = 'scheduled'` },
  report_deliveries: { user: 'recipient_id' },
  'report_runs (mailed)': { user: 'rerun_by', only: 'schedule_id is not null' },
  security_events: {
    user: 'affected_user_id',
    values: ({ actor }) => ({ event_type: 'user_action_tried', actor_id: actor }),
  },
  stored_files: {
    only: 'group_id is null',
    sets: 'broadcast_id = (select id from broadcasts where sender_id = actor_id() limit 1)',
    values: () => ({ path: sql`'documents/' || gen_random_uuid() || '.pdf'` }),
  },
  'stored_files (of a hazard)': {
    only: 'hazard_id is not null',
    values: ({ actor, mate }) => ({
      path: sql`'hazard-attachments/' || gen_random_uuid() || '/' || gen_random_uuid() || '.pdf'`,
      uploaded_by: actor,
      hazard_id: createId('hazard', mate),
    }),
  },
  'stored_files (of a group)': {
    only: 'group_id is not null and not exists (select from group_files where file_url = path)',
  },
  'stored_files (unused)': {
    sets: 'broadcast_id = (select id from broadcasts where sender_id = actor_id() limit 1)',
    only: 'num_nonnulls(hazard_id, broadcast_id, group_id, document_id) = 0',
  },
  // The group and the hazard belong to somebody else, so that the new row does not exist yet.
  broadcast_group_links: { values: ({ mate }) => ({ group_id: createId('group', mate) }) },
  group_members: { values: ({ mate }) => ({ group_id: createId('group', mate) }) },
  hazard_steps: { values: ({ mate }) => ({ hazard_id: createId('hazard', mate), kind: 'comment' }) },
  assembly_points: { values: () => ({ radius_meters: 30 }) },
  badge_keys: { sets: `key_hash = sha256(convert_to(id::text, 'UTF8'))` },
  // Badges are assigned to members, which an administrator need not be.
  badges: { values: ({ mate }) => ({ user_id: mate }) },
  'badge_events (of nobody)': { user: null, only: `user_id is null and holder = ''` },
  attendance_corrections: { values: () => ({ excused: true }) },
  // The content is one of the person's own files.
  document_versions: { values: ({ who }) => ({ file_url: toSharedPath(who), version: 2 }) },
  documents: { values: ({ who }) => ({ file_url: toSharedPath(who) }) },
  group_files: { values: ({ who }) => ({ file_url: toSharedPath(who) }) },
  group_reactions: { values: () => ({ emoji: '👀' }) },
  // Only people with a presence in the zone can be followed.
  notice_people: { values: ({ mate }) => ({ user_id: mate }) },
  notice_rules: { values: () => ({ kind: 'zone_empty' }) },
  quiet_hours: { values: () => ({ starts: '22:00', ends: '06:00' }) },
  trackers: { sets: `token_hash = sha256(convert_to(id::text, 'UTF8'))` },
  // The answer must be one that the person's role may give.
  attendance_objections: {
    sets: `state = case when user_id = actor_id() then 'withdrawn' else 'declined' end, answered_at = now(),
      answered_by = case when user_id = actor_id() then null else actor_id() end`,
  },
  location_tracking_requests: {
    sets: `status = case when requested_by = actor_id() then 'withdrawn' else 'declined' end, answered_at = now()`,
  },
}

/** Returns how each table and kind of row is tested, derived from the database catalogue and the exceptions above. */
export function createKnownTables(
  world: TriedWorld,
  tables: readonly TableFacts[],
): Readonly<Record<string, KnownTable>> {
  const createKnownTable = (name: string): KnownTable | undefined => {
    const table = tables.find(it => it.name === name.split(' (')[0])
    if (!table) return
    const exception = tableExceptions[name] ?? {}
    const userColumn = exception.user === undefined ? findPersonColumn(table) : exception.user
    const updatableColumn = table.columns.find(it => it.mayUpdate)?.name
    return {
      user: userColumn,
      zone: name === 'zones' ? 'id' : table.columns.some(it => it.name === 'zone_id') ? 'zone_id' : null,
      sets: exception.sets ?? (updatableColumn ? `${updatableColumn} = ${updatableColumn}` : null),
      only: exception.only ?? null,
      insert: table.verbs.includes('insert') ? createInsert(table, userColumn, exception) : null,
    }
  }
  const createInsert =
    (table: TableFacts, user: string | null, { values }: TableException) =>
    (person: Person, subject: Subject) => {
      const mate = findMate(world, subject)
      const ids = { actor: person.id, who: subject === 'own' ? person.id : mate, mate }
      const columnValues: Record<string, unknown> = {
        session_id: person.sessionId,
        zone_id: findZone(world, subject),
        ...(user ? { [user]: ids.who } : {}),
        ...values?.(ids),
      }
      const row = table.columns.flatMap(column => {
        const { name } = column
        const parent = tracedIds[column.refersTo ?? '']
        if (!column.mayInsert) return []
        if (name in columnValues) return [{ name, value: sql`${columnValues[name]}` }]
        if (column.person && name.endsWith('_by')) return [{ name, value: sql`${person.id}` }]
        if (!column.required) return []
        if (parent) return [{ name, value: sql`${createId(parent, ids.who)}` }]
        const value = createSampleValue(column)
        if (!value) throw new Error(`Say in exceptions what ${name} of ${table.name} may be.`)
        return [{ name, value: sql.raw(value) }]
      })
      return sql`insert into ${sql.table(table.name)} (${sql.join(row.map(it => sql.ref(it.name)))})
        values (${sql.join(row.map(it => it.value))})`
    }
  return Object.fromEntries(
    [...tables.map(({ name }) => name), ...Object.keys(tableExceptions)].flatMap(name => {
      const knownTable = createKnownTable(name)
      return knownTable ? [[name, knownTable]] : []
    }),
  )
}
