import { ORPCError } from '@orpc/server'
import type { Actor } from '../../../db/actor.ts'
import type { Tx } from '../../../db/database.ts'
import { createInZoneAccess } from '../../../rpc/access.ts'
import { enterInputZone } from '../../../rpc/calling.ts'
import { requireMailingManager } from '../mailing/report-mailing.policy.ts'
import { type ReportActor, requireReport } from '../reports.policy.ts'
import {
  findActorRole,
  isReportRun,
  readyRunQuery,
  type StoredRun,
  toReportRequest,
} from './report-runs.queries.ts'
import { requireRollFile } from './roll-files.ts'

const viewerRule = createInZoneAccess('view_report_emails')

/**
 * A scheduled report's file needs the permission to manage the zone's report emails; others access to all they cover. Throws like
 * `requireReport` and `requireRollFile`.
 */
export async function requireFileAccess(tx: Tx, actor: ReportActor, run: StoredRun): Promise<void> {
  if (run.schedule_id !== null && run.zone_id !== null)
    return requireMailingManager(await enterInputZone(tx, viewerRule, actor, run.zone_id))
  if (!isReportRun(run)) return requireRollFile(tx, actor, run)
  await requireReport(tx, actor, toReportRequest(run), run.zone_ids)
}

/** True if the path is a report file that the actor may currently download. */
export async function mayReadReport(tx: Tx, path: string, actor: Actor): Promise<boolean> {
  const [run] = (await readyRunQuery({ path }).execute(tx)).rows
  const role = run && (await findActorRole(tx))
  if (!run || !role) return false
  try {
    await requireFileAccess(tx, { ...actor, role }, run)
    return true
  } catch (error) {
    if (error instanceof ORPCError) return false
    throw error
  }
}
