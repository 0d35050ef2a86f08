import type { Tx } from '../../db/database.ts'
import { fail } from '../../rpc/fail.ts'
import { findReported, insertHazard, insertStep, type NewHazard } from './hazards.queries.ts'

/**
 * Reports a hazard as open; a trigger alerts those who look after the zone. Sending the same again answers with the one made the
 * first time. Throws REQUEST_ID_TAKEN.
 */
export async function reportHazard(tx: Tx, hazard: NewHazard): Promise<string> {
  const made = await insertHazard(tx, hazard)
  if (!made) return sentBefore(tx, hazard)
  await insertStep(tx, {
    hazardId: made.id,
    actorId: hazard.reportedBy,
    kind: 'reported',
    at: hazard.made.late ? hazard.made.at : undefined,
  })
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
