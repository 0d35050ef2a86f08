import { isInternalAdmin } from '@muster/domain/role.ts'
import type pg from 'pg'
import { z } from 'zod'
import type { TestUser } from '../../testing/factories.ts'
import type { CallRow } from './access-table/call-row.ts'
import { triedResources } from './access-table/tried-resources.ts'
import type { Procedure } from './procedures.ts'
import { findPersonColumn, readTables, type TableFacts } from './table-facts.ts'

/** The tables of input fields whose names do not tell them, or would fit several tables. */
const tablesByField: Readonly<Record<string, string>> = {
  emergencyId: 'emergencies',
  personIds: 'emergency_people',
  linkId: 'emergency_links',
  planId: 'shift_plans',
  deviceId: 'push_subscriptions',
  fileId: 'stored_files',
  replyTo: 'group_messages',
  requestId: 'location_tracking_requests',
  runId: 'report_runs',
  targetGroups: 'groups',
  undoes: 'emergency_claims',
}

/** Input fields that name a person. */
const personFields = [
  'userId',
  'userIds',
  'accessedUserId',
  'affectedUserId',
  'personId',
  'senderId',
  'ownerId',
  'members',
  'contactIds',
  'expectedIds',
  'hostId',
  'mentions',
]

/**
 * Returns the id of a row of the person, who has a row in every table, for each of the input fields. A field names the table that
 * its own name ends in: `planId` a row of `shift_plans`. Fields for which there is no such row are left out.
 */
export async function findForeignIds(
  pool: Pick<pg.Pool, 'query'>,
  { id: personId }: Pick<TestUser, 'id'>,
  fields: readonly string[],
): Promise<Record<string, string>> {
  const tables = await readTables(pool)
  const idsByField: Record<string, string> = {}
  for (const field of fields) {
    const rowId = personFields.includes(field) ? personId : await findRowId(findTable(tables, field))
    if (rowId !== undefined) idsByField[field] = rowId
  }
  return idsByField

  async function findRowId(table: TableFacts | undefined): Promise<string | undefined> {
    const personColumn = table && findPersonColumn(table)
    if (!personColumn) return undefined
    // A broadcast to all zones is visible to everybody, so rows in the zone come first.
    const hasZone = table.columns.some(({ name }) => name === 'zone_id')
    const { rows } = await pool.query<{ id: string }>(
      `select id from ${table.name} where ${personColumn} = $1 ${hasZone ? 'order by zone_id' : ''} limit 1`,
      [personId],
    )
    return rows[0]?.id
  }
}

function findTable(tables: readonly TableFacts[], field: string): TableFacts | undefined {
  const words = field.replace(/Ids?$/, '').replace(/[A-Z]/g, letter => `_${letter.toLowerCase()}`)
  const name = tablesByField[field] ?? (words.endsWith('s') ? words : `${words}s`)
  return tables.find(
    table =>
      new RegExp(`(^|[._])${name}$`).test(table.name) && table.columns.some(column => column.name === 'id'),
  )
}

/** Ids that a feature's own test tries from another zone, because the response needs a closer look or the id is nested. */
export const testsByField: Readonly<Record<string, { readonly file: string; readonly title: string }>> = {
  'hazards.changeMany.change': {
    file: 'hazards/hazards.pg.test.ts',
    title: 'changes nothing if the change is refused, and leaves hazards of other zones alone',
  },
  'captains.setAreas.areas': {
    file: 'emergencies/captains/captains.pg.test.ts',
    title: 'treats an area of another zone as new',
  },
  'zoneUncounted.set.people': {
    file: 'emergencies/roll-groups.pg.test.ts',
    title: 'are listed with a reason, by members only, and a stale list changes nothing',
  },
  'visitors.add.hostId': {
    file: 'visitors/visitors.pg.test.ts',
    title: 'accepts only hosts from the zone, and stores a typed name as text',
  },
  // Nobody learns anything: the people are called with the default plan.
  'emergencies.declare.emergencyPlanId': {
    file: 'emergencies/plans/plans.pg.test.ts',
    title: 'is declared with the default plan if its plan was deleted meanwhile or is of another zone',
  },
}

/** Ids that the caller creates do not refer to anything yet. An id in a path refers to an existing row. */
const isOwnId = ({ name, path }: Procedure, field: string) =>
  ['zones.createMany.zones', 'presence.checkUserInZone.id'].includes(`${name}.${field}`) ||
  (field === 'requestId' && !path.includes('{requestId}'))

/** Returns the input fields that take the id of an existing row. */
export function listIdFields(procedure: Procedure): { field: string; isList: boolean }[] {
  if (!procedure.input) return []
  const { properties = {} } = z.toJSONSchema(procedure.input, { io: 'input', unrepresentable: 'any' })
  return Object.entries(properties).flatMap(([field, schema]) =>
    JSON.stringify(schema).includes('"format":"uuid"') && !isOwnId(procedure, field)
      ? { field, isList: typeof schema === 'object' && schema.type === 'array' }
      : [],
  )
}

/** The fields that name the resource of a call. */
const listResourceFields = ({ thing }: CallRow) =>
  Object.keys(triedResources[thing?.name ?? '']?.rows[0].input('', '') ?? {})

/** Returns true if who-sees-what.pg.test.ts fills the field with an id from another zone and calls as a manager. */
export const isTriedByManager = ({ name }: Procedure, row: CallRow, field: string) =>
  row.roles.has('zone_manager_rw') &&
  !(`${name}.${field}` in testsByField) &&
  (field !== 'zoneId' || (row.who === 'in zone of' && !listResourceFields(row).includes(field)))

/** Titles in the files that call every procedure. */
export const titlesByFile = {
  'access-table.pg.test.ts': '$name',
  'access-to-things.pg.test.ts': '$name answers every kind of person as the access table says',
  'who-sees-what.pg.test.ts': '$name by $field',
} as const
const createTitle = (file: keyof typeof titlesByFile, name: string, field = '') =>
  `${file}: ${titlesByFile[file].replace('$name', name).replace('$field', field)}`

/**
 * Returns the tests that call a procedure from outside: as every kind of person, and with an id from another zone in each field that
 * takes one. Null in place of a test that is missing.
 */
export function listOutsideTests(procedure: Procedure, row: CallRow): (string | null)[] {
  const { name } = procedure
  const byEverybody = createTitle(row.thing ? 'access-to-things.pg.test.ts' : 'access-table.pg.test.ts', name)
  const byField = listIdFields(procedure).flatMap(({ field }) => {
    const { file, title } = testsByField[`${name}.${field}`] ?? {}
    if (file) return `${file}: ${title}`
    if (isTriedByManager(procedure, row, field)) return createTitle('who-sees-what.pg.test.ts', name, field)
    const isTriedByEverybody =
      listResourceFields(row).includes(field) || (field === 'zoneId' && row.who === 'in zone')
    // People who see all zones have no foreign ids.
    return isTriedByEverybody || [...row.roles].every(isInternalAdmin) ? [] : null
  })
  return [byEverybody, ...byField]
}
