import { sql } from 'kysely'

/**
 * A time to the microsecond, as text that PostgreSQL reads back to the same instant. A `Date` knows milliseconds only, and
 * two rows of one list may differ by less.
 */
export const microseconds = (column: string) =>
  sql<string>`to_char(${sql.ref(column)} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"')`
