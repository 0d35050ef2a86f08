import { v7 as uuidV7 } from 'uuid'
import type { WriteContext } from '../../live/write.ts'
import { readTarget } from './emergency-zones.queries.ts'
import { findEntries } from './entries.queries.ts'
import { recordClaims } from './record-claims.ts'
import { lockOpen } from './roll.queries.ts'

/** Maximum people per run; the next reading or the job of every minute finds the others. */
const MAX_ENTRIES = 500

/** People said to be off site who came in since are missing again, because nobody else looks for them. Returns how many. */
export async function noteEntries(context: WriteContext, { id }: { readonly id: string }): Promise<number> {
  const emergency = await lockOpen(context.tx, id)
  if (!emergency) return 0
  const entries = await findEntries(context.tx, id, await readTarget(context.tx, emergency), MAX_ENTRIES)
  let count = 0
  for (const [place, them] of Map.groupBy(entries, it => it.place)) {
    const enteredAt = new Map(them.map(it => [it.person_id, it.at]))
    const claimed = await recordClaims(context, emergency, [...enteredAt.keys()], {
      state: 'missing',
      how: 'entry',
      place,
      claimedBy: null,
      requestId: uuidV7(),
      at: personId => enteredAt.get(personId) ?? new Date(),
    })
    count += claimed.length
  }
  return count
}
