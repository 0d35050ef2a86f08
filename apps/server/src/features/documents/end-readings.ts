import type { Tx } from '../../db/database.ts'
import type { WriteContext } from '../../live/write.ts'
import { audit } from '../security/index.ts'
import { documentsEvents } from './documents.events.ts'
import { listReadingsOfGroup } from './readings.queries.ts'

type FormerReading = { document_id: string; title: string; group_id: string | null; asked_by: string | null }

const toFacts = (actorId: string, zoneId: string, it: FormerReading) => ({
  actorId,
  zoneId,
  documentId: it.document_id,
  title: it.title,
  groupId: it.group_id,
  askedBy: it.asked_by,
})

/** Logs that people are no longer required to read files, in the transaction that ends the requirement. */
export const logReadingsEnded = (
  tx: Tx,
  actorId: string,
  zoneId: string,
  readings: readonly FormerReading[],
) => audit(tx, 'required_reading_ended:asked_no_longer', ...readings.map(it => toFacts(actorId, zoneId, it)))

/** Logs that required reading moved to another group, or to everybody in the zone (`newGroupId` is null). */
export function logReadersChanged(
  tx: Tx,
  actorId: string,
  zoneId: string,
  former: FormerReading,
  newGroupId: string | null,
) {
  return audit(tx, 'required_reading_ended:others_asked', { ...toFacts(actorId, zoneId, former), newGroupId })
}

/** Announces the zone's files too: the group's folder links go with it. Call it before deleting the group. */
export async function endReadingsOfGroup(
  { tx, publish }: WriteContext,
  actorId: string,
  group: { id: string; zone_id: string },
): Promise<void> {
  const readings = await listReadingsOfGroup(tx, group.id)
  if (readings.length > 0) await logReadingsEnded(tx, actorId, group.zone_id, readings)
  publish(documentsEvents, { kind: 'documents.changed', zoneId: group.zone_id })
}
