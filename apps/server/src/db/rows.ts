import { type Insertable, type QueryExecutorProvider, type Selectable, sql } from 'kysely'
import type { DB } from './schema.generated.ts'

/** A row of a table as it is read. JSON columns are untyped. */
export type TableRow<Table extends keyof DB> = Readonly<Selectable<DB[Table]>>
/** A row of a table as it is added. */
export type NewRow<Table extends keyof DB> = Readonly<Insertable<DB[Table]>>

type Sql = TemplateStringsArray

/** Runs the tagged query and returns its rows. */
export const many =
  (tx: QueryExecutorProvider) =>
  async <Row>(text: Sql, ...values: unknown[]): Promise<Row[]> =>
    (await sql<Row>(text, ...values).execute(tx)).rows

/** Returns the first row, if there is one. */
export const oneOrNone =
  (tx: QueryExecutorProvider) =>
  async <Row>(text: Sql, ...values: unknown[]): Promise<Row | undefined> =>
    (await many(tx)<Row>(text, ...values))[0]

/** For queries that always have a row, such as counts. Throws if there is none, because a bug must not read as zero. */
export const one =
  (tx: QueryExecutorProvider) =>
  async <Row>(text: Sql, ...values: unknown[]): Promise<Row> => {
    const row = await oneOrNone(tx)<Row>(text, ...values)
    if (row === undefined) throw new Error(`No row: ${text.join('?').trim()}`)
    return row
  }

const readFirst = <Value>(row: Record<string, Value>): Value => Object.values(row)[0] as Value

/** Runs the tagged query of one column, and returns its values. */
export const manyValues =
  (tx: QueryExecutorProvider) =>
  async <Value>(text: Sql, ...parts: unknown[]): Promise<Value[]> =>
    (await many(tx)<Record<string, Value>>(text, ...parts)).map(readFirst)

/** Returns the only value of a query that always has a row. Throws if there is none, as `one`. */
export const oneValue =
  (tx: QueryExecutorProvider) =>
  async <Value>(text: Sql, ...parts: unknown[]): Promise<Value> =>
    readFirst(await one(tx)<Record<string, Value>>(text, ...parts))

/** Runs the tagged statement and returns how many rows it changed. */
export const run =
  (tx: QueryExecutorProvider) =>
  async (text: Sql, ...values: unknown[]): Promise<number> =>
    Number((await sql(text, ...values).execute(tx)).numAffectedRows ?? 0)

/** Returns the values that the rows have in these columns. */
export const pluck = <Row, Column extends keyof Row>(
  rows: readonly Row[],
  ...columns: readonly Column[]
): Row[Column][] => rows.flatMap(row => columns.map(column => row[column]))
