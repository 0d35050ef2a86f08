import { describeJsonBody, describeRefusal } from '../../doors/describe-door.ts'
import { createExample } from '../../lib/create-example.ts'
import { missingDownload } from './responders/make-missing-file.ts'

export const emergenciesOpenapi = {
  '/download/emergency': {
    post: {
      operationId: 'download_missing_people',
      summary: 'Download who is missing or needs help in an emergency',
      tags: ['doors'],
      description:
        'A PDF with 45 people a page, those who need help first, with telephone, point last seen, the plus code of the last known position and a box to tick. For more than 2,000 people, `begin_report_run` makes it as a file instead, of at most 10,000. The download is recorded in the security log.',
      requestBody: describeJsonBody(createExample(missingDownload, 'input')),
      responses: {
        200: {
          description: 'The file',
          content: { 'application/octet-stream': { schema: { type: 'string', format: 'binary' } } },
        },
        400: describeRefusal('BAD_REQUEST'),
        401: describeRefusal('UNAUTHORIZED'),
        403: describeRefusal('FORBIDDEN, ZONE_ENTRY_REQUIRED'),
        404: describeRefusal('EMERGENCY_NOT_FOUND'),
        422: describeRefusal('PDF_TOO_LARGE'),
        429: describeRefusal('TOO_MANY_REQUESTS'),
      },
    },
  },
}
