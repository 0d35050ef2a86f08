import type pg from 'pg'
import type { TestUser } from '../../testing/factories.ts'
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
