import type { Database } from '../../db/database.ts'
import { fail } from '../../rpc/fail.ts'
import { countZones } from './zones.queries.ts'

/** How many zones there may be, and how many of them one person may have created. */
export type MostZones = { readonly inAll: number; readonly ofOne: number }

/**
 * Throws ZONES_FULL where there are, or the person has created, as many as there may be, and this is one more. Without a
 * lock: a few too many, made in the same moment, do no harm.
 */
export async function requireRoomForZone(
  db: Pick<Database, 'asOwner'>,
  most: MostZones,
  userId: string,
  requestId: string,
): Promise<void> {
  const held = await db.asOwner('zones are counted over all of them', tx => countZones(tx, userId, requestId))
  if (!held.exists && (held.inAll >= most.inAll || held.ofOne >= most.ofOne)) throw fail('ZONES_FULL')
}
