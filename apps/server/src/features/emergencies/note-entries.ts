import type { WriteContext } from '../../live/write.ts'
import { readTarget } from './emergency-zones.queries.ts'
import { findEntries } from './entries.queries.ts'
import { claimReadings } from './note-arrivals.ts'
import { lockOpen } from './roll.queries.ts'

/** Maximum people per run; the next reading or the job of every minute finds the others. */
const MAX_ENTRIES = 500

/** People said to be off site who came in since are missing again, because nobody else looks for them. Returns how many. */
export async function noteEntries(context: WriteContext, { id }: { readonly id: string }): Promise<number> {
  const emergency = await lockOpen(context.tx, id)
  if (!emergency) return 0
  const entries = await findEntries(context.tx, id, await readTarget(context.tx, emergency), MAX_ENTRIES)
  return claimReadings(context, emergency, entries, { state: 'missing', how: 'entry' })
}
