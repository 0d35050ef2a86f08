import { sql } from 'kysely'

/**
 * Selects a time as text with microseconds, which PostgreSQL parses back to the same instant. A `Date` has only milliseconds, and
 * two rows in a list may differ by less.
 */
export const wireTime = (column: string) => sql<string>`wire_time(${sql.ref(column)})`
