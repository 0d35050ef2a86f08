import type { Database } from '../../db/database.ts'
import { LINK_BATCH_SIZE, linkEvents } from './security-log.queries.ts'

/** Links every committed event in the security log into the chain, in short transactions. */
export async function linkAllEvents(db: Database): Promise<void> {
  for (;;) {
    const linkedEvents = await db.asOwner('the chain belongs to nobody who signs in', linkEvents)
    if (linkedEvents < LINK_BATCH_SIZE) return
  }
}
