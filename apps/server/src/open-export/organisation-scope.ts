import type { Catalogue, CatalogueColumn, CatalogueTable } from './catalogue.ts'
import { leftOutOfAll, leftOutOfOrganisation } from './left-out.ts'
import { quoteName } from './row-form.ts'

/** The temporary table of the people in the export: `id`, and whether they are a `member` now. */
export const PEOPLE = 'exported_people'
export const isPerson = (table: string) => ['auth.users', 'public.user_profiles'].includes(table)

/** The parts of a table's rows that belong to an organisation. */
export type ScopedTable = {
  readonly table: CatalogueTable
  readonly columns: readonly CatalogueColumn[]
  /** The condition on a row `it`. */
  readonly where: string
  readonly overrides: ReadonlyMap<string, string>
  /** Columns that contain people, as one id or an array of ids. */
  readonly people: readonly string[]
}

/** A uuid column without a foreign key: a reference (with the table of its key), or an id that refers to nothing outside its zone. */
type LooseColumn = { readonly refersTo: 'people' | string } | 'own'

/** The uuid columns of exported tables that no foreign key describes. The test fails for one without an entry. */
export const looseColumns: Readonly<Record<string, LooseColumn>> = {
  'public.badge_events.key_id': 'own',
  'public.broadcasts.target_groups': { refersTo: 'public.groups' },
  'public.documents.deleted_with': 'own',
  'public.emergency_claims.undoes': 'own',
  'public.emergency_sweeps.area_key': 'own',
  'public.folders.deleted_with': 'own',
  'public.group_messages.mentions': { refersTo: 'people' },
  'public.position_checks.id': 'own',
  'public.position_checks.user_id': { refersTo: 'people' },
  'public.position_checks.zone_id': { refersTo: 'public.zones' },
  'public.presence_tracking.id': 'own',
  'public.report_runs.zone_ids': { refersTo: 'public.zones' },
  'public.security_events.actor_id': { refersTo: 'people' },
  'public.security_events.affected_user_id': { refersTo: 'people' },
  'public.security_events.id': 'own',
  'public.visitor_visits.kiosk_id': 'own',
}

/** Columns that the export of an organisation leaves out: the place of an event in the chain of the former installation. */
const columnsLeftOut: Readonly<Record<string, readonly string[]>> = {
  'public.security_events': ['number', 'previous_hash', 'hash'],
}

const onlyOfMembers = (column: string, otherwise = 'null') =>
  `case when (select p.member from ${PEOPLE} p where p.id = it.id) then it.${column} else ${otherwise} end`

const VISIT_END = `coalesce(it.exit_time, (select greatest(p.captured_at, it.entry_time) from public.presence_tracking p
  where p.user_id = it.user_id and p.zone_id = it.zone_id), it.entry_time)`

/** Without a consent, which is not exported, nobody has a position: as `withhold_positions` leaves a state. */
function forgetPosition(): Record<string, string> {
  const emptied = [
    'latitude',
    'longitude',
    'accuracy_meters',
    'tracking_source',
    'mock',
    'entry_time',
    'captured_at',
  ]
  const values = new Map(
    [...emptied, 'received_at', 'pending_inside', 'pending_since', 'pending_from', 'consent'].map(name => [
      name,
      `nullif(it.${name}, it.${name})`,
    ]),
  )
  values.set('is_inside_zone', 'false')
  values.set(
    'exit_time',
    'case when it.is_inside_zone then greatest(it.captured_at, it.entry_time) else it.exit_time end',
  )
  return Object.fromEntries([...values].map(([name, value]) => [`public.presence_tracking.${name}`, value]))
}

const fixedOverrides: Readonly<Record<string, string>> = {
  // Contains the hash of the PIN of a sign-up.
  'auth.users.sign_up': 'null::jsonb',
  ...forgetPosition(),
  // A visit that goes on ends at its last reading, as nobody is inside after the import.
  'public.presence_history.exit_time': VISIT_END,
  'public.presence_history.duration_minutes': `coalesce(it.duration_minutes, floor(extract(epoch from ${VISIT_END} - it.entry_time) / 60)::integer)`,
  'public.zones.phone_occupancy': '0',
  'public.zones.badge_occupancy': '0',
  'public.zones.visitor_occupancy': '0',
  'public.zones.badge_unseen': '0',
  'public.zones.unseen_occupancy': '0',
  // Secrets that open something here must open nothing in the next installation. No secret has such a value as its hash.
  'public.emergency_links.token_hash': `'not exported: ' || it.id`,
  'public.emergency_links.code_hash': `'not exported'`,
  'public.emergency_link_opens.key_hash': `'not exported: ' || it.id`,
  'public.visitor_settings.poster_hash': 'null::text',
  'public.visitor_settings.poster_made_at': 'null::timestamptz',
  'public.visitor_visits.token_hash': 'null::text',
  'public.user_profiles.phone': onlyOfMembers('phone'),
  'public.user_profiles.date_of_birth': onlyOfMembers('date_of_birth'),
  'public.user_profiles.skills': onlyOfMembers('skills', `'{}'`),
  'public.user_profiles.profile_image': onlyOfMembers('profile_image'),
  'public.user_profiles.emergency_contact_name': onlyOfMembers('emergency_contact_name'),
  'public.user_profiles.emergency_contact_phone': onlyOfMembers('emergency_contact_phone'),
  'public.user_profiles.emergency_contact_relationship': onlyOfMembers('emergency_contact_relationship'),
}

/** Rows that the organisation `$org` (an SQL literal) or its zones take along when deleted. Exported unless left out by name. */
export function scopeOrganisation(catalogue: Catalogue, org: string): readonly ScopedTable[] {
  const conditions = new Map<string, string | undefined>()

  /** Returns the condition on a row of the table under the alias; undefined if its rows belong to no organisation. */
  function findCondition(name: string): string | undefined {
    if (conditions.has(name)) return conditions.get(name)
    // Ends a table's reference to itself.
    conditions.set(name, undefined)
    const condition = deriveCondition(name)
    conditions.set(name, condition)
    return condition
  }

  function deriveCondition(name: string): string | undefined {
    if (name === 'public.clients') return `it.id = ${org}`
    if (name === 'public.zones') return `it.client_id = ${org}`
    if (isPerson(name)) return `it.id in (select id from ${PEOPLE})`
    if (name === 'public.security_events')
      return `(it.metadata ->> 'organisationId' = ${org}::text or it.metadata ->> 'zoneId' in (select id::text from public.zones where client_id = ${org}))`
    // An emergency outlives its zones, which may belong to several organisations. One that goes on would call people again after an import.
    if (name === 'public.emergencies')
      return `it.all_clear_at is not null and it.scope <> 'all'
        and exists (select from public.emergency_zones z join public.zones on zones.id = z.zone_id where z.emergency_id = it.id and zones.client_id = ${org})
        and not exists (select from public.emergency_zones z join public.zones on zones.id = z.zone_id where z.emergency_id = it.id and zones.client_id <> ${org})`
    const keys = listOwnerKeys(name)
    if (keys.length === 0) return undefined
    const table = catalogue.get(name)
    const isNullable = (column: string) => table?.columns.find(it => it.name === column)?.isNullable !== false
    // A row with several keys, such as a file, belongs only if none of them leads to another organisation.
    const parts = keys.map(({ columns, condition }) =>
      columns.some(isNullable)
        ? `(${columns.map(it => `it.${quoteName(it)} is null`).join(' or ')} or ${condition})`
        : condition,
    )
    if (keys.every(({ columns }) => columns.some(isNullable)))
      parts.push(
        `num_nonnulls(${keys.flatMap(it => it.columns.map(column => `it.${quoteName(column)}`)).join(', ')}) > 0`,
      )
    return parts.join(' and ')
  }

  /** Returns the keys by which rows of the table go with a row that belongs to the organisation. */
  function listOwnerKeys(name: string): { columns: readonly string[]; condition: string }[] {
    const keys = []
    for (const { columns, table, references, onDelete } of catalogue.get(name)?.foreignKeys ?? []) {
      if (onDelete !== 'removed' || isPerson(table) || table === name) continue
      const condition = findCondition(table)
      if (condition) keys.push({ columns, condition: toMembership(columns, table, references, condition) })
    }
    for (const [column, loose] of listLooseColumns(name))
      if (loose !== 'own' && loose.refersTo === 'public.zones' && !isArray(name, column))
        keys.push({
          columns: [column],
          condition: toMembership([column], 'public.zones', ['id'], findCondition('public.zones') ?? ''),
        })
    return keys
  }

  const isArray = (name: string, column: string) =>
    catalogue
      .get(name)
      ?.columns.find(it => it.name === column)
      ?.type.endsWith('[]') === true

  function toScope(table: CatalogueTable): ScopedTable | undefined {
    const where = findCondition(table.name)
    if (!where || table.name in leftOutOfAll || table.name in leftOutOfOrganisation) return undefined
    const columns = table.columns.filter(({ name }) => !columnsLeftOut[table.name]?.includes(name))
    const overrides = new Map<string, string>()
    const people = new Set<string>()
    for (const key of table.foreignKeys) {
      const [column = ''] = key.columns
      if (isPerson(key.table) && key.columns.length === 1) {
        people.add(column)
        if (key.onDelete === 'nameless') overrides.set(column, keepIf(column, `select id from ${PEOPLE}`))
      } else if (key.onDelete === 'nameless' && key.columns.length === 1) {
        const condition = key.table === table.name ? where : findCondition(key.table)
        if (condition)
          overrides.set(
            column,
            keepIf(
              column,
              `select it.${quoteName(key.references[0] ?? 'id')} from ${key.table} it where ${condition}`,
            ),
          )
      } else if (key.columns.includes('user_id')) people.add('user_id')
    }
    if (isPerson(table.name)) people.add('id')
    for (const [column, loose] of listLooseColumns(table.name)) {
      if (loose === 'own') continue
      const ids =
        loose.refersTo === 'people'
          ? `select id from ${PEOPLE}`
          : `select it.id from ${loose.refersTo} it where ${findCondition(loose.refersTo)}`
      if (loose.refersTo === 'people') people.add(column)
      if (isArray(table.name, column)) overrides.set(column, keepElements(column, ids))
      else if (columns.find(it => it.name === column)?.isNullable) overrides.set(column, keepIf(column, ids))
    }
    for (const { name } of columns) {
      const override = fixedOverrides[`${table.name}.${name}`]
      if (override) overrides.set(name, override)
    }
    return { table, columns, where, overrides, people: [...people] }
  }

  return [...catalogue.values()].flatMap(table => toScope(table) ?? [])
}

/** Returns the condition that the columns refer to a row of the table for which the condition holds. */
export const toMembership = (
  columns: readonly string[],
  table: string,
  references: readonly string[],
  condition: string,
) =>
  `(${columns.map(it => `it.${quoteName(it)}`).join(', ')}) in (select ${references.map(it => `it.${quoteName(it)}`).join(', ')} from ${table} it where ${condition})`

const keepIf = (column: string, ids: string) =>
  `case when it.${quoteName(column)} in (${ids}) then it.${quoteName(column)} end`
const keepElements = (column: string, ids: string) =>
  `array(select id from unnest(it.${quoteName(column)}) with ordinality as element (id, place) where id in (${ids}) order by place)`

const listLooseColumns = (table: string): [string, LooseColumn][] =>
  Object.entries(looseColumns).flatMap(([name, loose]) =>
    name.slice(0, name.lastIndexOf('.')) === table ? [[name.slice(name.lastIndexOf('.') + 1), loose]] : [],
  )

/**
 * Returns the statements that fill the temporary table of people: the members now, and those without whom a row of the organisation
 * cannot be, such as a visit of somebody who left.
 */
export function createPeopleSql(scopes: readonly ScopedTable[]): string[] {
  const members = scopes.filter(({ table }) =>
    ['public.client_members', 'public.zone_assignments'].includes(table.name),
  )
  const insert = (column: string, { table, where }: ScopedTable, member: boolean) =>
    `insert into ${PEOPLE} select distinct it.${quoteName(column)}, ${member} from ${table.name} it
     where ${where} and it.${quoteName(column)} is not null on conflict (id) do nothing`
  const others = scopes.flatMap(scope =>
    isPerson(scope.table.name)
      ? []
      : scope.people
          // The value of an override is null for people who are not exported.
          .filter(column => !scope.overrides.has(column))
          .map(column => insert(column, scope, false)),
  )
  return [...members.map(scope => insert('user_id', scope, true)), ...others]
}
