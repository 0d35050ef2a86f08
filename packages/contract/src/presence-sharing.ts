import { limits } from '@muster/domain/limits.ts'
import { z } from 'zod'
import { inZoneProcedure, signedInProcedure } from './base.ts'
import { pick } from './errors.ts'
import { id, instant } from './ids.ts'

/** Somebody lets their own position be followed in a zone. */
export const sharing = z.object({
  zoneId: id,
  /** The one that sends the positions; the others of the person only show that it is on. */
  sessionId: id,
  startedAt: instant,
  endsAt: instant,
  /** Null while it runs. */
  pausedAt: instant.nullable(),
})
export type Sharing = z.infer<typeof sharing>

/** That somebody shares their position, for those who watch the zone. */
export const sharer = z.object({ userId: id, endsAt: instant, paused: z.boolean() })
export type Sharer = z.infer<typeof sharer>

/** "Share my position while I am here": for one zone at a time, until a time one picks. */
export const presenceSharing = {
  /** Begins from this session; what was shared before, from another one or in another zone, ends. */
  startSharing: inZoneProcedure
    .route({
      method: 'POST',
      path: '/zones/{zoneId}/sharing',
      operationId: 'start_sharing_position',
      summary: "Start sharing one's position with a zone",
      tags: ['presence'],
    })
    .input(z.strictObject({ zoneId: id, endsAt: instant }))
    .output(sharing)
    .errors(
      pick('NOT_ASSIGNED', 'ZONE_NOT_ACTIVE', 'SHARING_TIME_INVALID', 'CONSENT_WITHDRAWN', 'CONSENT_NEEDED'),
    ),
  pauseSharing: signedInProcedure
    .route({
      method: 'PUT',
      path: '/presence/sharing',
      operationId: 'pause_sharing_position',
      summary: "Pause sharing one's position",
      tags: ['presence'],
    })
    .input(z.strictObject({ paused: z.boolean() }))
    .output(sharing)
    .errors(pick('NOT_SHARING')),
  /** Ended already, it stays so. */
  endSharing: signedInProcedure
    .route({
      method: 'DELETE',
      path: '/presence/sharing',
      operationId: 'end_sharing_position',
      summary: "Stop sharing one's position",
      tags: ['presence'],
    })
    .output(z.object({ ended: z.literal(true) })),
  mySharing: signedInProcedure
    .route({
      method: 'GET',
      path: '/presence/sharing',
      operationId: 'get_my_sharing',
      summary: "Read whether one shares one's position",
      tags: ['presence'],
    })
    .output(z.object({ sharing: sharing.nullable() })),
  /** Lists the people who share their position in the zone now. */
  sharers: inZoneProcedure
    .route({
      method: 'GET',
      path: '/zones/{zoneId}/sharing',
      operationId: 'get_zone_sharers',
      summary: 'List who shares their position in a zone',
      tags: ['presence'],
    })
    .input(z.strictObject({ zoneId: id }))
    .output(z.object({ people: z.array(sharer).max(limits.livePositionsMost) })),
}
