import pg from 'pg'
import { listOwnColumns } from '../../../platform/personal-list.ts'
import type { ArchiveList } from './personal-data.ts'

export type ListRow = Readonly<Record<string, unknown>>

/** The list's own columns, the zone's name, and flags that say whether a row names the person. */
export const createHeading = (list: ArchiveList): string[] => [
  ...list.columns,
  ...(list.columns.includes('zone_id') ? ['zone_name'] : []),
  ...Object.values(readFlags(list)),
]

const readFlags = ({ of = {} }: ArchiveList) => (typeof of === 'string' ? {} : of)

/** Counts the person's rows of each list, in one statement for all. */
export async function countListRows(
  pool: pg.Pool,
  lists: readonly ArchiveList[],
  userId: string,
): Promise<number[]> {
  const counts = lists.map(list => `(select count(*) from ${toTable(list)} t where ${ownerCondition(list)})`)
  const { rows } = await pool.query<{ counts: number[] }>(
    `select array[${counts.join(', ')}]::int[] as counts`,
    [userId],
  )
  return rows[0]?.counts ?? []
}

/** By cursor, as the owner: keyset pages would sort a million rows each. The long transaction blocks nobody: it writes nothing. */
export async function* readList(
  pool: pg.Pool,
  list: ArchiveList,
  userId: string,
  pageRows: number,
): AsyncGenerator<ListRow[]> {
  const client = await pool.connect()
  let readError: Error | undefined
  try {
    await client.query(`begin read only; set local idle_in_transaction_session_timeout = '5min'`)
    await client.query(
      `declare list no scroll cursor for select ${listFields(list).join(', ')}
       from ${toTable(list)} t where ${ownerCondition(list)} order by ${list.order}`,
      [userId],
    )
    while (true) {
      const { rows } = await client.query<ListRow>(`fetch forward ${pageRows} from list`)
      if (rows.length > 0) yield rows
      if (rows.length < pageRows) return
    }
  } finally {
    await client.query('rollback').catch(error => {
      readError = error
    })
    client.release(readError)
  }
}

const quoteName = pg.escapeIdentifier
const quoteTable = (table: string) => table.split('.').map(quoteName).join('.')
const toTable = ({ table }: ArchiveList) => quoteTable(table)
function ownerCondition(list: ArchiveList): string {
  const conditions = listOwnColumns(list).map(column => `t.${quoteName(column)} = $1`)
  if (list.through) {
    const { column, table, person } = list.through
    conditions.push(
      `t.${quoteName(column)} in (select o.id from ${quoteTable(table)} o where o.${quoteName(person)} = $1)`,
    )
  }
  return `(${conditions.join(' or ')})`
}

function listFields(list: ArchiveList): string[] {
  const { columns, onlyAboutMe = [], onlyNamingMe = [] } = list
  const userColumns = listOwnColumns(list)
  const toField = (column: string) => {
    const otherColumns = onlyNamingMe.includes(column)
      ? userColumns
      : onlyAboutMe.includes(column)
        ? userColumns.slice(0, 1)
        : []
    if (otherColumns.length === 0) return `t.${quoteName(column)}`
    const ownRowCondition = otherColumns
      .map(otherColumn => `coalesce(t.${quoteName(otherColumn)}, $1) = $1`)
      .join(' and ')
    return `case when ${ownRowCondition} then t.${quoteName(column)} end as ${quoteName(column)}`
  }
  return [
    ...columns.map(toField),
    ...(columns.includes('zone_id')
      ? ['(select z.name from zones z where z.id = t.zone_id) as zone_name']
      : []),
    ...Object.entries(readFlags(list)).map(
      ([column, flag]) => `t.${quoteName(column)} is not distinct from $1 as ${quoteName(flag)}`,
    ),
  ]
}
