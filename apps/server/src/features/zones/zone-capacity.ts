import type { Database } from '../../db/database.ts'
import { fail } from '../../rpc/fail.ts'
import { countZones } from './zones.queries.ts'

/** The maximum number of zones in total, and per creator. */
export type ZoneLimits = { readonly inAll: number; readonly ofOne: number }

/**
 * Throws ZONES_FULL if either maximum would be exceeded. A repeated request counts once. There is no lock, because
 * exceeding the limit slightly through concurrent requests does no harm.
 */
export async function requireZoneCapacity(
  db: Pick<Database, 'asOwner'>,
  limits: ZoneLimits,
  userId: string,
  requestIds: readonly string[],
): Promise<void> {
  const counts = await db.asOwner('zones are counted over all of them', tx =>
    countZones(tx, userId, requestIds),
  )
  const newZoneCount = requestIds.length - counts.made
  if (
    newZoneCount > 0 &&
    (counts.inAll + newZoneCount > limits.inAll || counts.ofOne + newZoneCount > limits.ofOne)
  )
    throw fail('ZONES_FULL')
}
