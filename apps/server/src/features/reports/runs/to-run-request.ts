import type { ReportFileRequest, RollFileRequest } from '@muster/contract/report-runs.ts'
import { isChartColumn } from '@muster/domain/report.ts'
import { dayIn } from '@muster/domain/report-span.ts'
import type { Tx } from '../../../db/database.ts'
import { URGENT } from '../../../jobs/download-queue.ts'
import type { ResourceActor } from '../../../rpc/define-resource.ts'
import { fail } from '../../../rpc/fail.ts'
import type { ReportRequest } from '../report-request.ts'
import { isOwnReport, requireLastFortnight, requireReport } from '../reports.policy.ts'
import type { NewRun } from './report-runs.queries.ts'
import { requireRoll } from './roll-files.ts'

type RunRequest = Pick<NewRun, 'report' | 'zoneIds' | 'format'> & { readonly priority: number }

/** Checks that the actor may have the file, and returns the run to create and its priority in the queue. Runs as the actor. */
export const toRunRequest = (
  tx: Tx,
  actor: ResourceActor,
  input: ReportFileRequest | RollFileRequest,
  timeZone: string,
): Promise<RunRequest> =>
  'format' in input ? requestReport(tx, actor, input, timeZone) : requestRoll(tx, actor, input, timeZone)

async function requestReport(
  tx: Tx,
  actor: ResourceActor,
  { format, requestId: _, search, bar, ...scopeInput }: ReportFileRequest,
  timeZone: string,
): Promise<RunRequest> {
  if (bar && !isChartColumn(scopeInput.kind, bar.column)) throw fail('REPORT_BAR_UNKNOWN')
  const request: ReportRequest = { ...scopeInput, rows: { search, bar } }
  if (isOwnReport(request, actor.userId)) requireLastFortnight(request, timeZone)
  const zoneIds = await requireReport(tx, actor, request)
  return { report: { ...request, emergencyId: null }, zoneIds, format, priority: 0 }
}

async function requestRoll(
  tx: Tx,
  actor: ResourceActor,
  input: RollFileRequest,
  timeZone: string,
): Promise<RunRequest> {
  const emergencyId = input.kind === 'missing' ? input.emergencyId : null
  const { zoneId } = await requireRoll(tx, actor, {
    zone_id: input.kind === 'inside' ? input.zoneId : null,
    emergency_id: emergencyId,
  })
  const today = dayIn(timeZone, Date.now())
  const report = {
    kind: input.kind,
    emergencyId,
    zoneId,
    groupId: null,
    userId: null,
    from: today,
    to: today,
  }
  return { report, zoneIds: [], format: 'pdf', priority: URGENT }
}
