import type { WriteContext } from '../../live/write.ts'
import { fail } from '../../rpc/fail.ts'
import { insertOnce } from '../../rpc/once.ts'
import { isMemberOf } from '../presence/index.ts'
import { hazardAssigned } from './hazards.alerts.ts'
import { viewersAmong } from './hazards.audience.ts'
import { hazardsEvents } from './hazards.events.ts'
import {
  findReportedHazard,
  insertHazard,
  insertStep,
  type NewHazard,
  updateAssignee,
} from './hazards.queries.ts'

type AssignedHazard = NewHazard & { readonly assigneeId: string; readonly dueAt: Date | null }

/** Alerts only the assignee. Says whether it is new (repeatable). Throws REQUEST_ID_TAKEN, NOT_ASSIGNED, DUE_TIME_PAST. */
export async function reportAssignedHazard(
  { tx, publish, alert }: WriteContext,
  { assigneeId, dueAt, ...hazard }: AssignedHazard,
): Promise<{ id: string; created: boolean }> {
  const { zoneId, title, description, severity, reportedBy } = hazard
  const { row, created } = await insertOnce({
    find: () => findReportedHazard(tx, reportedBy, hazard.requestId),
    isSame: existing => existing.zone_id === zoneId && existing.description === description,
    insert: async () => {
      if (!(await isMemberOf(tx, assigneeId, zoneId))) throw fail('NOT_ASSIGNED')
      if (dueAt && dueAt.getTime() <= Date.now()) throw fail('DUE_TIME_PAST')
      return insertHazard(tx, hazard)
    },
  })
  if (!created) return { id: row.id, created }
  await insertStep(tx, { hazardId: row.id, actorId: reportedBy, kind: 'reported' })
  await updateAssignee(tx, row.id, assigneeId, { dueAt, isOtherTime: true })
  const stepId = await insertStep(tx, {
    hazardId: row.id,
    actorId: reportedBy,
    kind: 'assigned',
    assigneeId,
  })
  const subject = { zoneId, reportedBy, actorId: reportedBy }
  alert(
    hazardAssigned({ id: row.id, zoneId, title, description }, stepId, viewersAmong([assigneeId], subject)),
  )
  const facts = { zoneId, hazardId: row.id, title, severity, reportedBy }
  publish(hazardsEvents, { kind: 'hazard.reported', status: 'open', ...facts })
  return { id: row.id, created }
}
