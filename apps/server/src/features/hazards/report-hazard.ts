import type { Tx } from '../../db/database.ts'
import type { Write } from '../../live/write.ts'
import { fail } from '../../rpc/fail.ts'
import { hazardReported } from './hazards.alerts.ts'
import { hazardsEvents } from './hazards.events.ts'
import { findReported, insertHazard, insertStep, type NewHazard } from './hazards.queries.ts'

/**
 * Reports a hazard as open. Sending the same again answers with the one made the first time. Throws REQUEST_ID_TAKEN.
 */
export async function reportHazard({ tx, publish, alert }: Write, hazard: NewHazard): Promise<string> {
  const made = await insertHazard(tx, hazard)
  if (!made) return sentBefore(tx, hazard)
  const { zoneId, title, severity, reportedBy } = hazard
  await insertStep(tx, {
    hazardId: made.id,
    actorId: reportedBy,
    kind: 'reported',
    at: hazard.made.late ? hazard.made.at : undefined,
  })
  alert(hazardReported({ ...hazard, id: made.id }))
  const about = { zoneId, hazardId: made.id, title, severity, reportedBy }
  publish(hazardsEvents, { kind: 'hazard.reported', status: 'open', ...about })
  return made.id
}

async function sentBefore(tx: Tx, it: NewHazard): Promise<string> {
  const row = await findReported(tx, it.reportedBy, it.requestId)
  const isSame =
    row?.zone_id === it.zoneId &&
    row.title === it.title &&
    row.description === it.description &&
    row.severity === it.severity
  if (!row || !isSame) throw fail('REQUEST_ID_TAKEN')
  return row.id
}
