import type { WriteContext } from '../../live/write.ts'
import { documentsEvents } from './documents.events.ts'
import { purgeDeleted } from './documents.queries.ts'

/** Permanently removes items whose retention in the bin has ended; returns their number. */
export async function removeDeleted({ tx, publish }: WriteContext): Promise<number> {
  const zoneIds = await purgeDeleted(tx)
  for (const zoneId of new Set(zoneIds)) publish(documentsEvents, { kind: 'documents.changed', zoneId })
  return zoneIds.length
}
