import { CompiledQuery } from 'kysely'
import type { Tx } from '../db/database.ts'

/**
 * Returns a query function with which the queue writes in our own transaction (as the database owner), so that a job exists if
 * and only if the transaction commits.
 */
export const executeIn =
  (tx: Tx) =>
  async (text: string, values: unknown[] = []) => {
    const { rows } = await tx.executeQuery(CompiledQuery.raw(text, values))
    return { rows }
  }
