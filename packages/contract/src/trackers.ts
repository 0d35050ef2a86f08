import { maxTrackers, trackerApps, unusedReasons } from '@muster/domain/tracker.ts'
import { z } from 'zod'
import { callsTagged } from './base.ts'
import { pick } from './errors.ts'
import { id, instant } from './ids.ts'
import { oneLine } from './texts.ts'

const { signedIn } = callsTagged('trackers')

/** An app or device that sends its owner's positions with its own token, which allows nothing else. */
export const tracker = z.object({
  id,
  name: z.string(),
  app: z.enum(trackerApps),
  createdAt: instant,
  /** When the last message arrived, accurate to 15 minutes; null before the first. */
  lastUsedAt: instant.nullable(),
  /** Acknowledged but not used, and whether a later one was used; null if there was none. Accurate to half a minute. */
  lastUnused: z.object({ reason: z.enum(unusedReasons), at: instant, laterUsed: z.boolean() }).nullable(),
})
export type Tracker = z.infer<typeof tracker>

export const trackers = {
  /** Newest first; at most ten. */
  list: signedIn('GET /trackers', 'list_trackers', "List one's own location apps").output(
    z.object({ trackers: z.array(tracker).max(maxTrackers) }),
  ),
  /**
   * The token is only returned here. Repeating `requestId` returns the first with a new token, and the lost one stops; rejected if
   * the content differs or the token was used.
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
  /** Its token stops working immediately. */
  revoke: signedIn('DELETE /trackers/{trackerId}', 'revoke_tracker', 'Remove a location app')
    .input(z.strictObject({ trackerId: id }))
    .output(z.object({ revoked: z.literal(true) }))
    .errors(pick('NOT_FOUND')),
}
