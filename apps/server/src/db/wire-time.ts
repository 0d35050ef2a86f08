import { sql } from 'kysely'

/**
 * Selects a time as text with microseconds, which PostgreSQL reads back to the same instant. A `Date` has milliseconds only,
 * and two rows of a list may differ by less.
 */
export const wireTime = (column: string) => sql<string>`wire_time(${sql.ref(column)})`
