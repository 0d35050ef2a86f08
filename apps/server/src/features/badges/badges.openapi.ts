import { badgeAnswer, badgeBatch, badgeEvent } from '@muster/contract/badges.ts'
import { badgeEventsMost } from '@muster/domain/badge.ts'
import { z } from 'zod'
import { describeAnswer, describeRefusal } from '../../doors/describe-door.ts'

/** The documented form of a batch; the server validates its events one by one. */
const documentedBatch = badgeBatch.extend({ events: z.array(badgeEvent).min(1).max(badgeEventsMost) })

export const badgesOpenapi = {
  '/ingest/badges': {
    post: {
      operationId: 'ingest_badges',
      summary: 'Send events of badge readers and turnstiles',
      tags: ['doors'],
      description:
        'Up to 500 events, late and in any order, each answered for itself: an invalid one is refused as `EVENT_INVALID` with the reason, and the others count. The key of the zone is sent as `authorization: Bearer`. Numbers that are assigned to nobody count too, by their number. The same `id` by the same key, or the same badge, direction and time, again changes nothing. See docs/badges.md.',
      requestBody: {
        required: true,
        content: {
          'application/json': {
            schema: z.toJSONSchema(documentedBatch, { io: 'input' }),
            example: {
              events: [
                {
                  badge: '4711',
                  direction: 'in',
                  at: '2026-11-27T08:02:11.000Z',
                  reader: 'Gate 2',
                  id: 'gate2-000123',
                },
              ],
            },
          },
        },
      },
      responses: {
        200: describeAnswer(badgeAnswer),
        400: describeRefusal('BAD_REQUEST'),
        401: describeRefusal('UNAUTHORIZED'),
        409: describeRefusal('ZONE_NOT_ACTIVE'),
        413: describeRefusal('PAYLOAD_TOO_LARGE'),
        429: describeRefusal('TOO_MANY_REQUESTS'),
        503: describeRefusal('SERVICE_UNAVAILABLE'),
      },
    },
  },
}
