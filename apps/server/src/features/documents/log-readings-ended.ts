import type { Tx } from '../../db/database.ts'
import { appendSecurityEvents } from '../security/index.ts'
import { listReadingsOfGroup } from './readings.queries.ts'

type EndedReading = { document_id: string; title: string; group_id: string | null; asked_by: string | null }

/** Logs that people are no longer asked to read files, in the transaction that ends it. */
export const logReadingsEnded = (
  tx: Tx,
  actorId: string,
  zoneId: string,
  readings: readonly EndedReading[],
) =>
  appendSecurityEvents(
    tx,
    readings.map(it => ({
      type: 'required_reading_ended',
      description: 'People are no longer asked to read a file.',
      actorId,
      affectedUserId: null,
      severity: 'info',
      metadata: {
        zoneId,
        documentId: it.document_id,
        title: it.title,
        groupId: it.group_id,
        askedBy: it.asked_by,
      },
    })),
  )

/** The same for what was asked of a group, before the group is deleted. */
export async function logReadingsOfGroupEnded(
  tx: Tx,
  actorId: string,
  group: { id: string; zone_id: string },
): Promise<void> {
  const readings = await listReadingsOfGroup(tx, group.id)
  if (readings.length > 0) await logReadingsEnded(tx, actorId, group.zone_id, readings)
}
