import { id } from '@muster/contract/ids.ts'
import { describeRefusal } from '../../doors/describe-door.ts'
import { createExample } from '../../lib/create-example.ts'

export const documentsOpenapi = {
  '/download/documents': {
    post: {
      operationId: 'download_documents',
      summary: 'Download folders and files as one archive',
      tags: ['doors'],
      description:
        'Made while it is sent: at most 1,000 files and 1 GB, and 10 GB an hour for each person. What the caller may not read any more when its turn comes ends it.',
      requestBody: {
        required: true,
        content: {
          'application/json': {
            schema: { type: 'object' },
            example: { zoneId: createExample(id, 'input'), folders: [], documents: [] },
          },
        },
      },
      responses: {
        200: {
          description: 'The archive',
          content: { 'application/zip': { schema: { type: 'string', format: 'binary' } } },
        },
        401: describeRefusal('UNAUTHORIZED'),
        404: describeRefusal('DOCUMENT_NOT_FOUND'),
        413: describeRefusal('FILE_TOO_LARGE'),
        429: describeRefusal('TOO_MANY_REQUESTS'),
      },
    },
  },
}
