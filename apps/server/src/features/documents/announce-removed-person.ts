import type { WriteContext } from '../../live/write.ts'
import { documentsEvents } from './documents.events.ts'
import { listUploadZones } from './documents.queries.ts'

/** Announces a change in every zone whose files name a person, before the account is deleted, which removes the name. */
export async function announceRemovedPerson({ tx, publish }: WriteContext, userId: string): Promise<void> {
  for (const zoneId of await listUploadZones(tx, userId))
    publish(documentsEvents, { kind: 'documents.changed', zoneId })
}
