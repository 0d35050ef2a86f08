import { limits } from '@muster/domain/limits.ts'
import { z } from 'zod'
import { callsTagged } from './base.ts'
import { pick } from './errors.ts'
import { id, instant } from './ids.ts'

const { signedIn, inZone } = callsTagged('presence')

/** A person's own location sharing in a zone. */
export const sharing = z.object({
  zoneId: id,
  /** The session that sends the positions. The person's other sessions only show that sharing is on. */
  sessionId: id,
  startedAt: instant,
  endsAt: instant,
  /** Null while sharing is active. */
  pausedAt: instant.nullable(),
})
export type Sharing = z.infer<typeof sharing>

/** A person who is sharing their position, as shown to people who watch the zone. */
export const sharer = z.object({ userId: id, endsAt: instant, paused: z.boolean() })
export type Sharer = z.infer<typeof sharer>

/** “Share my position while I’m here” is limited to one zone at a time and ends at a chosen time. */
export const presenceSharing = {
  /** Starts sharing from this session. Ends any sharing from another session or in another zone. */
  startSharing: inZone(
    'POST /zones/{zoneId}/sharing',
    'start_sharing_position',
    "Start sharing one's position with a zone",
  )
    .input(z.strictObject({ zoneId: id, endsAt: instant }))
    .output(sharing)
    .errors(
      pick('NOT_ASSIGNED', 'ZONE_NOT_ACTIVE', 'SHARING_TIME_INVALID', 'CONSENT_WITHDRAWN', 'CONSENT_NEEDED'),
    ),
  pauseSharing: signedIn('PUT /presence/sharing', 'pause_sharing_position', "Pause sharing one's position")
    .input(z.strictObject({ paused: z.boolean() }))
    .output(sharing)
    .errors(pick('NOT_SHARING')),
  /** Stops sharing. Does nothing if sharing has already ended. */
  endSharing: signedIn(
    'DELETE /presence/sharing',
    'end_sharing_position',
    "Stop sharing one's position",
  ).output(z.object({ ended: z.literal(true) })),
  mySharing: signedIn(
    'GET /presence/sharing',
    'get_my_sharing',
    "Read whether one shares one's position",
  ).output(z.object({ sharing: sharing.nullable() })),
  /** Lists the people whose location sharing is on in the zone, including those who have paused it. */
  sharers: inZone(
    'GET /zones/{zoneId}/sharing',
    'get_zone_sharers',
    'List who shares their position in a zone',
  )
    .input(z.strictObject({ zoneId: id }))
    .output(z.object({ people: z.array(sharer).max(limits.livePositionsMost) })),
}
