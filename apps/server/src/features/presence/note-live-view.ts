import type { Tx } from '../../db/database.ts'
import { appendSecurityEvent } from '../security/index.ts'

/** Time in milliseconds during which an open live map counts as one view. */
export const liveViewWindowMs = 60 * 60_000

/** Logs that the actor saw other people's positions and now follows them live. */
export async function noteLiveView(
  tx: Tx,
  actorId: string,
  zoneId: string,
  peopleCount: number,
): Promise<void> {
  await appendSecurityEvent(tx, {
    type: 'location_access',
    description: 'Viewed where people are now on the live map.',
    actorId,
    metadata: { accessType: 'live_map', zoneId, people: peopleCount },
  })
}
