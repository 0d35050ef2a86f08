import { type RawBuilder, sql } from 'kysely'

/** SQL that is true if a column has one of the ids; for all rows if there are none to choose from. */
export const isAmong = (column: string, ids: readonly string[] | null | undefined): RawBuilder<boolean> =>
  ids == null ? sql`true` : sql`${sql.ref(column)} = any(${[...ids]}::uuid[])`
