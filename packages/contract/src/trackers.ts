import { trackerApps, trackersMost, unusedReasons } from '@muster/domain/tracker.ts'
import { z } from 'zod'
import { callsTagged } from './base.ts'
import { pick } from './errors.ts'
import { id, instant } from './ids.ts'
import { oneLine } from './texts.ts'

const { signedIn } = callsTagged('trackers')

/** An app or device that sends its owner's positions with a token of its own, and can do nothing else. */
export const tracker = z.object({
  id,
  name: z.string(),
  app: z.enum(trackerApps),
  createdAt: instant,
  /** When a message last came, to within a quarter of an hour; null until the first one. */
  lastUsedAt: instant.nullable(),
  /** The last message that was acknowledged but not used, and whether a later one was; to within half a minute. */
  lastUnused: z.object({ reason: z.enum(unusedReasons), at: instant, laterUsed: z.boolean() }).nullable(),
})
export type Tracker = z.infer<typeof tracker>

export const trackers = {
  /** One's own, the newest first; there are never more than ten. */
  list: signedIn('GET /trackers', 'list_trackers', "List one's own location apps").output(
    z.object({ trackers: z.array(tracker).max(trackersMost) }),
  ),
  /**
   * A new tracker. Its token is answered here and never again. `requestId` is made by the client: sent again after a lost answer it
   * makes no second one, but answers the same with a new token, and the one that was lost is dead. With other content, or
   * where something was sent with the token since, it is refused.
   */
  create: signedIn('POST /trackers', 'create_tracker', 'Add a location app')
    .input(
      z.strictObject({
        name: oneLine(60).min(1, 'A name is required'),
        app: z.enum(trackerApps),
        requestId: id,
      }),
    )
    .output(z.object({ tracker, token: z.string() }))
    .errors(pick('TRACKERS_FULL', 'REQUEST_ID_TAKEN')),
  /** Its token is dead in the same moment. */
  revoke: signedIn('DELETE /trackers/{trackerId}', 'revoke_tracker', 'Remove a location app')
    .input(z.strictObject({ trackerId: id }))
    .output(z.object({ revoked: z.literal(true) }))
    .errors(pick('NOT_FOUND')),
}
