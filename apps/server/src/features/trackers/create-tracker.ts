import { maxTrackers } from '@muster/domain/tracker.ts'
import type { Tx } from '../../db/database.ts'
import { fail } from '../../rpc/fail.ts'
import { insertOnce } from '../../rpc/once.ts'
import {
  findTrackerByRequest,
  insertTracker,
  listTrackers,
  lockOwner,
  type NewTracker,
  renewLostToken,
  type TrackerRow,
} from './trackers.queries.ts'

/**
 * Adds a tracker for the actor. A repeated request means that the first response was lost, so it returns the first tracker with a
 * new token. Throws TRACKERS_FULL, REQUEST_ID_TAKEN.
 */
export async function createTracker(
  tx: Tx,
  tracker: NewTracker,
): Promise<{ row: TrackerRow; created: boolean }> {
  // Serialise concurrent requests, so that they cannot exceed the limit.
  await lockOwner(tx, tracker.userId)
  const result = await insertOnce({
    find: () => findTrackerByRequest(tx, tracker.requestId),
    isSame: existingTracker => existingTracker.name === tracker.name && existingTracker.app === tracker.app,
    insert: async () => {
      if ((await listTrackers(tx)).length >= maxTrackers) throw fail('TRACKERS_FULL')
      return insertTracker(tx, tracker)
    },
  })
  if (!result.created && !(await renewLostToken(tx, tracker))) throw fail('REQUEST_ID_TAKEN')
  return result
}
