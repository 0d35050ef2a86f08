import { maxTrackers, trackerTokenBytes } from '@muster/domain/tracker.ts'
import { createToken, hashTokenToBytes } from '../../lib/secrets.ts'
import { api, signedIn } from '../../rpc/base.ts'
import { fail } from '../../rpc/fail.ts'
import { insertSecretOnce } from '../../rpc/once.ts'
import { audit } from '../security/index.ts'
import type { TrackerCache } from './tracker-cache.ts'
import {
  deleteTracker,
  findTrackerByRequest,
  insertTracker,
  listTrackers,
  lockOwner,
  renewLostToken,
  type TrackerRow,
} from './trackers.queries.ts'

/** Rate limit per person for new trackers, because each adds an event to the security log. */
const newTrackerLimit = { name: 'new-tracker', points: 20, seconds: 60 * 60 }

/** Procedures that manage the apps and devices that send one's own positions. */
export function trackersProcedures({
  caches: { trackers },
}: {
  readonly caches: { readonly trackers: TrackerCache }
}) {
  return {
    list: api.trackers.list.use(signedIn()).handler(async ({ context: { tx, actor } }) => ({
      trackers: (await listTrackers(tx, actor.userId)).map(trackerView),
    })),

    create: api.trackers.create
      .use(signedIn(null, { rateLimit: newTrackerLimit }))
      .handler(async ({ context: { tx, actor, afterCommit }, input }) => {
        const token = createToken(trackerTokenBytes)
        const tracker = { ...input, userId: actor.userId, tokenHash: hashTokenToBytes(token) }
        await lockOwner(tx, actor.userId)
        const { row, created } = await insertSecretOnce({
          most: maxTrackers,
          createFullError: () => fail('TRACKERS_FULL'),
          list: () => listTrackers(tx, actor.userId),
          find: () => findTrackerByRequest(tx, input.requestId),
          isSame: it => it.name === input.name && it.app === input.app,
          insert: () => insertTracker(tx, tracker),
          renew: () => renewLostToken(tx, tracker),
        })
        // The lost token is now invalid. This node drops it immediately; other nodes are notified by the feed.
        if (!created) afterCommit(() => trackers.forgetAbout(actor.userId))
        await audit(tx, created ? 'user_action_tracker_added' : 'user_action_tracker_added:new_token', {
          actorId: actor.userId,
          words: { name: row.name },
        })
        return { tracker: trackerView(row), token }
      }),

    revoke: api.trackers.revoke
      .use(signedIn())
      .handler(async ({ context: { tx, actor, afterCommit }, input: { trackerId } }) => {
        const name = await deleteTracker(tx, trackerId)
        if (name === undefined) throw fail('NOT_FOUND')
        // This node drops the tracker immediately; other nodes are notified by the feed.
        afterCommit(() => trackers.forgetAbout(actor.userId))
        await audit(tx, 'user_action_tracker_revoked', { actorId: actor.userId, words: { name } })
        return { revoked: true as const }
      }),
  }
}

const trackerView = ({ id, name, app, created_at, last_used_at, ...row }: TrackerRow) => ({
  id,
  name,
  app,
  createdAt: created_at.toISOString(),
  lastUsedAt: last_used_at?.toISOString() ?? null,
  lastUnused:
    row.unused_reason && row.unused_at
      ? { reason: row.unused_reason, at: row.unused_at.toISOString(), laterUsed: row.later_used }
      : null,
})
