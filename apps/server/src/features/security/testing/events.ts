import type { Database } from '../../../db/database.ts'

/** Inserts security events without an actor; `values` overrides columns. */
export async function insertEvents(
  db: Database,
  count: number,
  values: Record<string, unknown> = {},
): Promise<void> {
  const row = { event_type: 'test_event', description: '-', ...values }
  await db.asOwner('test data', tx =>
    tx
      .insertInto('security_events')
      .values(Array.from({ length: count }, () => row))
      .execute(),
  )
}

/** Reads the stored row of an event. */
export async function readEvent(db: Database, id: string) {
  const { rows } = await db.pool.query('select * from security_events where id = $1', [id])
  return rows[0]
}
