import { trackersMost } from '@muster/domain/tracker.ts'
import type { Tx } from '../../db/database.ts'
import { fail } from '../../rpc/fail.ts'
import {
  findRequested,
  insertTracker,
  listTrackers,
  lockOwner,
  type NewTracker,
  renewLostToken,
  type TrackerRow,
} from './trackers.queries.ts'

/**
 * Adds a tracker of the actor. Sending the same again gives the one that was added the first time the token of now, since the answer with
 * the first was lost. Throws TRACKERS_FULL, REQUEST_ID_TAKEN.
 */
export async function createTracker(
  tx: Tx,
  tracker: NewTracker,
): Promise<{ row: TrackerRow; created: boolean }> {
  // Two that come at once follow one another.
  await lockOwner(tx, tracker.userId)
  const earlier = await findRequested(tx, tracker.requestId)
  if (!earlier) {
    if ((await listTrackers(tx)).length >= trackersMost) throw fail('TRACKERS_FULL')
    return { row: await insertTracker(tx, tracker), created: true }
  }
  const isSame = earlier.name === tracker.name && earlier.app === tracker.app
  if (!isSame || !(await renewLostToken(tx, tracker))) throw fail('REQUEST_ID_TAKEN')
  return { row: earlier, created: false }
}
