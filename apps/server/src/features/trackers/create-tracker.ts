import { trackersMost } from '@muster/domain/tracker.ts'
import type { Tx } from '../../db/database.ts'
import { fail } from '../../rpc/fail.ts'
import { once } from '../../rpc/once.ts'
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
 * Adds a tracker of the actor. A repeated request returns the first tracker with the new token, since the first response was lost.
 * Throws TRACKERS_FULL, REQUEST_ID_TAKEN.
 */
export async function createTracker(
  tx: Tx,
  tracker: NewTracker,
): Promise<{ row: TrackerRow; created: boolean }> {
  // Lock the owner, so that concurrent requests run one after the other.
  await lockOwner(tx, tracker.userId)
  const result = await once({
    find: () => findRequested(tx, tracker.requestId),
    isSame: before => before.name === tracker.name && before.app === tracker.app,
    insert: async () => {
      if ((await listTrackers(tx)).length >= trackersMost) throw fail('TRACKERS_FULL')
      return insertTracker(tx, tracker)
    },
  })
  if (!result.created && !(await renewLostToken(tx, tracker))) throw fail('REQUEST_ID_TAKEN')
  return result
}
