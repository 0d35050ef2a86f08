import type { Database } from '../../db/database.ts'
import { fail } from '../../rpc/fail.ts'
import { countZones } from './zones.queries.ts'

/** How many zones there may be, and how many of them one person may have created. */
export type MostZones = { readonly inAll: number; readonly ofOne: number }

/**
 * Throws ZONES_FULL where there would be, or the person would have created, more than there may be. A request that was made before
 * counts once. Without a lock: a few too many, made in the same moment, do no harm.
 */
export async function requireZoneCapacity(
  db: Pick<Database, 'asOwner'>,
  most: MostZones,
  userId: string,
  requestIds: readonly string[],
): Promise<void> {
  const counts = await db.asOwner('zones are counted over all of them', tx =>
    countZones(tx, userId, requestIds),
  )
  const fresh = requestIds.length - counts.made
  if (fresh > 0 && (counts.inAll + fresh > most.inAll || counts.ofOne + fresh > most.ofOne))
    throw fail('ZONES_FULL')
}
