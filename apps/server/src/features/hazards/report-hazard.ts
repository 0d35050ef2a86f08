import type { Tx } from '../../db/database.ts'
import { once } from '../../rpc/once.ts'
import { findReported, insertHazard, insertStep, type NewHazard } from './hazards.queries.ts'

/**
 * Reports a hazard as open; a trigger alerts those who look after the zone. Sending the same again answers with the one made the
 * first time. Throws REQUEST_ID_TAKEN.
 */
export async function reportHazard(tx: Tx, hazard: NewHazard): Promise<string> {
  const { row, created } = await once({
    find: () => findReported(tx, hazard.reportedBy, hazard.requestId),
    isSame: before =>
      before.zone_id === hazard.zoneId &&
      before.title === hazard.title &&
      before.description === hazard.description &&
      before.severity === hazard.severity,
    insert: () => insertHazard(tx, hazard),
  })
  if (created)
    await insertStep(tx, {
      hazardId: row.id,
      actorId: hazard.reportedBy,
      kind: 'reported',
      at: hazard.made.late ? hazard.made.at : undefined,
    })
  return row.id
}
