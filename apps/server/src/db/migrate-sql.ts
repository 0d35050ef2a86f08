import type pg from 'pg'

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
