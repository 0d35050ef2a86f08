import { profileImageAnswer } from '@muster/contract/settings.ts'
import { describeAnswer, describeRefusal } from '../../doors/describe-door.ts'

export const settingsOpenapi = {
  '/upload/profile-image': {
    put: {
      operationId: 'upload_profile_image',
      summary: 'Upload a profile photo',
      tags: ['doors'],
      description:
        'The picture itself as the body, at most 5 MB and 16 megapixels (of all frames together): JPEG, PNG, WebP or GIF, recognised by its content. `x`, `y` and `side` name the square to keep, as parts of the upright picture.',
      parameters: Object.entries({ x: 0.1, y: 0, side: 0.8 }).map(([name, example]) => ({
        name,
        in: 'query' as const,
        schema: { type: 'number' as const, minimum: 0, maximum: 1 },
        example,
      })),
      requestBody: {
        required: true,
        content: { 'image/*': { schema: { type: 'string', format: 'binary' } } },
      },
      responses: {
        200: describeAnswer(profileImageAnswer),
        401: describeRefusal('UNAUTHORIZED'),
        413: describeRefusal('IMAGE_TOO_LARGE'),
        422: describeRefusal('IMAGE_INVALID'),
        429: describeRefusal('TOO_MANY_REQUESTS'),
        503: describeRefusal('SERVICE_UNAVAILABLE'),
      },
    },
  },
}
