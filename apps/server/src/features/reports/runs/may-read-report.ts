import { ORPCError } from '@orpc/server'
import type { Actor } from '../../../db/actor.ts'
import type { Tx } from '../../../db/database.ts'
import { requireReport } from '../reports.policy.ts'
import { findReadyRun, roleOfActor, wishOf } from './report-runs.queries.ts'

/** Whether the path is a report file that the actor asked for, and may still have. */
export async function mayReadReport(tx: Tx, path: string, actor: Actor): Promise<boolean> {
  const run = await findReadyRun(tx, { path })
  const role = run && (await roleOfActor(tx))
  if (!run || !role) return false
  try {
    await requireReport(tx, { ...actor, role }, wishOf(run))
    return true
  } catch (error) {
    if (error instanceof ORPCError) return false
    throw error
  }
}
