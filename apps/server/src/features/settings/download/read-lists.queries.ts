import { type RawBuilder, sql } from 'kysely'
import type { Tx } from '../../../db/database.ts'
import type { PersonalList } from './personal-data.queries.ts'

export type ListRow = Readonly<Record<string, unknown>>
/** The place of a row in the order of its list, as text: times to the microsecond. */
export type ListPlace = readonly string[]

/** The columns of a list as the archive has them. */
export const headingOf = ({ columns, flags = {} }: PersonalList): string[] => [
  ...columns,
  ...(columns.includes('zone_id') ? ['zone_name'] : []),
  ...Object.keys(flags),
]

export async function countList(tx: Tx, list: PersonalList, userId: string): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*) from ${sql.table(list.table)} t where ${isTheirs(list, userId)}`.execute(tx)
  return rows[0]?.count ?? 0
}

/** The next rows of a list after a place, and the place of the last of them. Of the owner only. */
export async function readList(
  tx: Tx,
  list: PersonalList,
  userId: string,
  after: ListPlace | undefined,
  limit: number,
): Promise<{ rows: ListRow[]; last: ListPlace | undefined }> {
  const order = Object.entries(list.order)
  const keys = order.map(([key]) => sql.raw(key))
  const beyond =
    after === undefined
      ? sql`true`
      : sql`(${sql.join(keys)}) > (${sql.join(order.map(([, type], place) => sql`${after[place]}::text::${sql.raw(type)}`))})`
  const { rows } = await sql<ListRow & { place: string[] }>`
    select ${sql.join(fieldsOf(list, userId))}, array[${sql.join(keys.map(key => sql`(${key})::text`))}] as place
    from ${sql.table(list.table)} t
    where ${isTheirs(list, userId)} and ${beyond}
    order by ${sql.join(keys)} limit ${limit}`.execute(tx)
  return { rows: rows.map(({ place: _, ...row }) => row), last: rows.at(-1)?.place }
}

const isTheirs = ({ of }: PersonalList, userId: string): RawBuilder<unknown> =>
  sql`(${sql.join(
    of.map(column => sql`t.${sql.ref(column)} = ${userId}`),
    sql` or `,
  )})`

function fieldsOf(list: PersonalList, userId: string): RawBuilder<unknown>[] {
  const { columns, flags = {}, guarded = {} } = list
  const mineOrNone = (column: string) => sql`coalesce(t.${sql.ref(column)}, ${userId}) = ${userId}`
  const told = (column: string) => {
    const named = guarded[column] === 'nobody else is named' ? list.of : list.of.slice(0, 1)
    return sql`case when ${sql.join(named.map(mineOrNone), sql` and `)} then t.${sql.ref(column)} end as ${sql.ref(column)}`
  }
  return [
    ...columns.map(column => (guarded[column] ? told(column) : sql`t.${sql.ref(column)}`)),
    ...(columns.includes('zone_id')
      ? [sql`(select z.name from zones z where z.id = t.zone_id) as zone_name`]
      : []),
    ...Object.entries(flags).map(
      ([flag, column]) => sql`t.${sql.ref(column)} is not distinct from ${userId} as ${sql.ref(flag)}`,
    ),
  ]
}
