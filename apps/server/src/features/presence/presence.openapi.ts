import { batchReading, positionsAnswer, positionsBatch } from '@muster/contract/presence.ts'
import { exportRowsHeader, presenceExport } from '@muster/contract/presence-exports.ts'
import { z } from 'zod'
import { describeAnswer, describeJsonBody, describeRefusal } from '../../doors/describe-door.ts'
import { createExample } from '../../lib/create-example.ts'

/** The documented form of a batch; the server validates its readings one by one. */
const documentedBatch = positionsBatch.extend({ readings: z.array(batchReading).min(1).max(500) })

export const presenceOpenapi = {
  '/ingest/positions': {
    post: {
      operationId: 'update_user_presence',
      summary: 'Send readings of a device',
      tags: ['doors'],
      description:
        'Readings of a device or of the outbox of a phone, up to 500 at once, each answered for itself: a bad one is refused as `READING_INVALID` with the reason, and the others count. A reading without `zoneId` counts for every zone of the sender, and so does one with the source `manual` beside the zone it names. Sending the same `id` again does no harm. Ids are answered in lower case.',
      requestBody: {
        required: true,
        content: {
          'application/json': {
            schema: z.toJSONSchema(documentedBatch, { io: 'input' }),
            example: createExample(documentedBatch, 'input'),
          },
        },
      },
      responses: {
        200: describeAnswer(positionsAnswer),
        400: describeRefusal('BAD_REQUEST'),
        401: describeRefusal('UNAUTHORIZED'),
        413: describeRefusal('PAYLOAD_TOO_LARGE, BATCH_TOO_LARGE'),
        429: describeRefusal('TOO_MANY_REQUESTS'),
        503: describeRefusal('SERVICE_UNAVAILABLE'),
      },
    },
  },
  '/download/presence': {
    post: {
      operationId: 'export_zone_presence',
      summary: 'Download who is inside a zone, or its visits',
      tags: ['doors'],
      description: `CSV, GeoJSON, a workbook, or, for people inside, a PDF, generated while it is sent. Workbooks and PDFs have at most 50,000 rows; a PDF of more than 2,000 is made as a file instead, by \`begin_report_run\`. Points are included only for callers who may track live locations. The header \`${exportRowsHeader}\` contains the number of matching rows. The export is recorded in the security log.`,
      requestBody: describeJsonBody(createExample(presenceExport, 'input')),
      responses: {
        200: {
          description: 'The file',
          content: { 'application/octet-stream': { schema: { type: 'string', format: 'binary' } } },
        },
        400: describeRefusal('BAD_REQUEST'),
        401: describeRefusal('UNAUTHORIZED'),
        403: describeRefusal('FORBIDDEN, ZONE_ENTRY_REQUIRED'),
        404: describeRefusal('ZONE_NOT_FOUND'),
        422: describeRefusal('PDF_TOO_LARGE'),
        429: describeRefusal('TOO_MANY_REQUESTS'),
      },
    },
  },
}
