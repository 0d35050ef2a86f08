import { CompiledQuery } from 'kysely'
import type { Tx } from '../db/database.ts'

/** Lets the queue write in our transaction (of the owner), so that a job exists if and only if it commits. */
export const executeIn =
  (tx: Tx) =>
  async (text: string, values: unknown[] = []) => {
    const { rows } = await tx.executeQuery(CompiledQuery.raw(text, values))
    return { rows }
  }
