import type { RawBuilder } from 'kysely'
import type { Database } from '../db/database.ts'

/** Builds a statement that deletes at most `limit` expired rows. */
export type DeleteExpired = (limit: number) => RawBuilder<unknown>

const BATCH = 1_000

/** Runs each statement until nothing is left, one transaction per batch. Returns how many rows each statement deleted. */
export async function removeExpired(
  db: Pick<Database, 'asOwner'>,
  statements: Readonly<Record<string, DeleteExpired>>,
  signal?: AbortSignal,
): Promise<Record<string, number>> {
  const removed: Record<string, number> = {}
  for (const [name, statement] of Object.entries(statements)) {
    let all = 0
    let count: number
    do {
      signal?.throwIfAborted()
      const { numAffectedRows } = await db.asOwner('expired rows belong to nobody who acts', tx =>
        statement(BATCH).execute(tx),
      )
      count = Number(numAffectedRows ?? 0)
      all += count
    } while (count === BATCH)
    removed[name] = all
  }
  return removed
}
