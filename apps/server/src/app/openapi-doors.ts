import { batchReading, positionsAnswer, positionsBatch } from '@muster/contract/presence.ts'
import { profileImageAnswer } from '@muster/contract/settings.ts'
import { z } from 'zod'

const refusal = (description: string) => ({ description })
const answer = (schema: z.ZodType) => ({
  description: 'OK',
  content: { 'application/json': { schema: z.toJSONSchema(schema, { io: 'output' }) } },
})

/** What belongs into a batch; the server takes the others apart one by one. */
const described = positionsBatch.extend({ readings: z.array(batchReading).min(1).max(500) })

/** The doors that are no procedures, for the OpenAPI document: they stand at the root of the server, not under `/api`. */
export const doors = {
  '/ingest/positions': {
    post: {
      operationId: 'update_user_presence',
      tags: ['doors'],
      description:
        'Readings of a device or of the outbox of a phone, up to 500 at once, each answered for itself: a bad one is refused as `READING_INVALID` with the reason, and the others count. A reading without `zoneId` counts for every zone of the sender. Sending the same `id` again does no harm. Ids are answered in lower case.',
      requestBody: {
        required: true,
        content: { 'application/json': { schema: z.toJSONSchema(described, { io: 'input' }) } },
      },
      responses: {
        200: answer(positionsAnswer),
        400: refusal('BAD_REQUEST'),
        401: refusal('UNAUTHORIZED'),
        413: refusal('PAYLOAD_TOO_LARGE, BATCH_TOO_LARGE'),
        429: refusal('TOO_MANY_REQUESTS'),
        503: refusal('SERVICE_UNAVAILABLE'),
      },
    },
  },
  '/upload/profile-image': {
    put: {
      operationId: 'upload_profile_image',
      tags: ['doors'],
      description:
        'The picture itself as the body, at most 5 MB and 16 megapixels (of all frames together): JPEG, PNG, WebP or GIF, recognised by its content. `x`, `y` and `side` name the square to keep, as parts of the upright picture.',
      parameters: ['x', 'y', 'side'].map(name => ({
        name,
        in: 'query' as const,
        schema: { type: 'number' as const, minimum: 0, maximum: 1 },
      })),
      requestBody: {
        required: true,
        content: { 'image/*': { schema: { type: 'string', format: 'binary' } } },
      },
      responses: {
        200: answer(profileImageAnswer),
        401: refusal('UNAUTHORIZED'),
        413: refusal('IMAGE_TOO_LARGE'),
        422: refusal('IMAGE_INVALID'),
        429: refusal('TOO_MANY_REQUESTS'),
        503: refusal('SERVICE_UNAVAILABLE'),
      },
    },
  },
}
