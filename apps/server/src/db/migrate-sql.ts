import type pg from 'pg'

/** Creates the tables that record what was applied, unless they exist. */
export const MIGRATION_TABLES_SQL = `
  create table if not exists schema_migrations (
    version int primary key,
    name text not null,
    checksum text not null,
    applied_at timestamptz not null default now()
  );
  create table if not exists schema_functions (
    one_row boolean primary key default true check (one_row),
    checksum text not null,
    -- The statements that remove what the files with this checksum created.
    removal text[] not null,
    applied_at timestamptz not null default now()
  )`

/** Returns the error's message with a line number. PostgreSQL gives the position as a character offset. */
export function describeSqlError(error: unknown, sql: string): string {
  const { message, position } = error as { message: string; position?: string }
  return position ? `${message} (line ${sql.slice(0, Number(position) - 1).split('\n').length})` : message
}

export async function runInTransaction(
  client: Pick<pg.Client, 'query'>,
  work: () => Promise<void>,
): Promise<void> {
  await client.query('begin')
  try {
    await work()
    await client.query('commit')
  } catch (error) {
    await client.query('rollback')
    throw error
  }
}
