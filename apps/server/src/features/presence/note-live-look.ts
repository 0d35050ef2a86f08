import type { Tx } from '../../db/database.ts'
import { appendSecurityEvent } from '../security/index.ts'

/** How long a live map counts as one look at it, in milliseconds. */
export const liveLookMs = 60 * 60_000

/** Notes in the security log that the actor was shown where others are, and follows them from now on. */
export async function noteLiveLook(tx: Tx, actorId: string, zoneId: string, people: number): Promise<void> {
  await appendSecurityEvent(tx, {
    type: 'location_access',
    description: 'Looked at where people are now, on the live map.',
    actorId,
    affectedUserId: null,
    severity: 'info',
    metadata: { accessType: 'live_map', zoneId, people },
  })
}
