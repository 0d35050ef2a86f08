import type { WriteContext } from '../../live/write.ts'
import { insertOnce } from '../../rpc/once.ts'
import { hazardReported } from './hazards.alerts.ts'
import { hazardsEvents } from './hazards.events.ts'
import { findReportedHazard, insertHazard, insertStep, type NewHazard } from './hazards.queries.ts'

/** A repeated request returns the id of the existing hazard. Throws REQUEST_ID_TAKEN. */
export async function reportHazard({ tx, publish, alert }: WriteContext, hazard: NewHazard): Promise<string> {
  const { zoneId, title, severity, reportedBy } = hazard
  const { row, created } = await insertOnce({
    find: () => findReportedHazard(tx, reportedBy, hazard.requestId),
    isSame: existing =>
      existing.zone_id === zoneId &&
      existing.title === title &&
      existing.description === hazard.description &&
      existing.severity === severity,
    insert: () => insertHazard(tx, hazard),
  })
  if (!created) return row.id
  const at = hazard.made.late ? hazard.made.at : undefined
  await insertStep(tx, { hazardId: row.id, actorId: reportedBy, kind: 'reported', at })
  alert(hazardReported({ ...hazard, id: row.id }))
  const eventFields = { zoneId, hazardId: row.id, title, severity, reportedBy }
  publish(hazardsEvents, { kind: 'hazard.reported', status: 'open', ...eventFields })
  return row.id
}
