import { sql } from 'kysely'

/**
 * A time to the microsecond, as text that PostgreSQL reads back to the same instant. A `Date` knows milliseconds only, and
 * two rows of one list may differ by less.
 */
export const wireTime = (column: string) => sql<string>`wire_time(${sql.ref(column)})`
