import type { Tx } from '../../db/database.ts'
import type { WriteContext } from '../../live/write.ts'
import { appendSecurityEvents } from '../security/index.ts'
import { documentsEvents } from './documents.events.ts'
import { listReadingsOfGroup } from './readings.queries.ts'

type FormerReading = { document_id: string; title: string; group_id: string | null; asked_by: string | null }

const createEvent = (actorId: string, zoneId: string, description: string, it: FormerReading) => ({
  type: 'required_reading_ended' as const,
  description,
  actorId,
  severity: 'info' as const,
  metadata: {
    zoneId,
    documentId: it.document_id,
    title: it.title,
    groupId: it.group_id,
    askedBy: it.asked_by,
  },
})

/** Logs that people are no longer required to read files, in the transaction that ends the requirement. */
export const logReadingsEnded = (
  tx: Tx,
  actorId: string,
  zoneId: string,
  readings: readonly FormerReading[],
) =>
  appendSecurityEvents(
    tx,
    readings.map(it => createEvent(actorId, zoneId, 'People are no longer asked to read a file.', it)),
  )

/** Logs that required reading moved to another group, or to everybody in the zone (`newGroupId` is null). */
export function logReadersChanged(
  tx: Tx,
  actorId: string,
  zoneId: string,
  former: FormerReading,
  newGroupId: string | null,
) {
  const event = createEvent(actorId, zoneId, 'Other people are asked to read a file.', former)
  return appendSecurityEvents(tx, [{ ...event, metadata: { ...event.metadata, newGroupId } }])
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
