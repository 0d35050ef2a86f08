import type { RawBuilder } from 'kysely'
import type { Database } from '../db/database.ts'

/** A function that builds a statement to delete at most `limit` expired rows. */
export type DeleteExpired = (limit: number) => RawBuilder<unknown>

const BATCH_SIZE = 1_000

/** Runs each statement until nothing is left, one transaction per batch. Returns how many rows each statement deleted. */
export async function removeExpired(
  db: Pick<Database, 'asOwner'>,
  statements: Readonly<Record<string, DeleteExpired>>,
  signal?: AbortSignal,
): Promise<Record<string, number>> {
  const removedByName: Record<string, number> = {}
  for (const [name, statement] of Object.entries(statements)) {
    let removedTotal = 0
    let count: number
    do {
      signal?.throwIfAborted()
      const { numAffectedRows } = await db.asOwner('expired rows belong to nobody who acts', tx =>
        statement(BATCH_SIZE).execute(tx),
      )
      count = Number(numAffectedRows ?? 0)
      removedTotal += count
    } while (count === BATCH_SIZE)
    removedByName[name] = removedTotal
  }
  return removedByName
}
