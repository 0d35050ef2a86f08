import { id } from '@muster/contract/ids.ts'
import { batchReading, positionsAnswer, positionsBatch } from '@muster/contract/presence.ts'
import { exportRowsHeader, presenceExport } from '@muster/contract/presence-exports.ts'
import { profileImageAnswer } from '@muster/contract/settings.ts'
import { uploaded } from '@muster/contract/stored-files.ts'
import { z } from 'zod'
import { exampleOf } from './example-of.ts'

const refusal = (description: string) => ({ description })
const answer = (schema: z.ZodType) => ({
  description: 'OK',
  content: {
    'application/json': {
      schema: z.toJSONSchema(schema, { io: 'output' }),
      example: exampleOf(schema, 'output'),
    },
  },
})
/** An answer that is always the same. */
const constant = (description: string, example: unknown) => ({
  description,
  content: { 'application/json': { schema: {}, example } },
})

/** What an app sends: its makers say what it may hold. */
const jsonBody = (example: unknown) => ({
  required: true,
  content: { 'application/json': { schema: {}, example } },
})
/** One reading, in the language of each app. */
const at = { lat: 28.6139, lon: 77.209, accuracy: 8, iso: '2026-11-20T09:41:00Z', seconds: 1_795_167_660 }
const osmAnd = {
  id: 'the-token-of-the-tracker',
  lat: String(at.lat),
  lon: String(at.lon),
  timestamp: String(at.seconds),
  accuracy: String(at.accuracy),
}
const trackerRefusals = {
  401: refusal('UNAUTHORIZED'),
  413: refusal('PAYLOAD_TOO_LARGE'),
  429: refusal('TOO_MANY_REQUESTS'),
  503: refusal('SERVICE_UNAVAILABLE'),
}

/** A door that takes a file, of whatever feature: they differ in where it belongs. */
const upload = (operationId: string, summary: string, whose: string, parameters: readonly Parameter[]) => ({
  put: {
    operationId,
    summary,
    tags: ['doors'],
    description: `The file itself as the body, at most 10 MB: pictures, videos, PDF and documents of Word and Excel, recognised by their content. ${whose} Sending the same \`requestId\` again keeps it once.`,
    parameters: [
      { ...text('requestId'), required: true, example: exampleOf(id, 'input') },
      { ...text('name'), required: true, example: 'gate.jpg' },
      ...parameters,
    ],
    requestBody: { required: true, content: { '*/*': { schema: { type: 'string', format: 'binary' } } } },
    responses: {
      200: answer(uploaded),
      401: refusal('UNAUTHORIZED'),
      403: refusal('FORBIDDEN, ZONE_ENTRY_REQUIRED'),
      404: refusal('NOT_FOUND, ZONE_NOT_FOUND, HAZARD_NOT_FOUND'),
      409: refusal('FILES_FULL, REQUEST_ID_TAKEN'),
      413: refusal('FILE_TOO_LARGE'),
      422: refusal('FILE_EMPTY, FILE_KIND_REFUSED, FILE_UNREADABLE, PICTURE_TOO_LARGE'),
      429: refusal('TOO_MANY_REQUESTS'),
      503: refusal('SERVICE_UNAVAILABLE'),
    },
  },
})
type Parameter = ReturnType<typeof text> & { readonly required: boolean; readonly example: unknown }
const text = (name: string, place: 'query' | 'path' = 'query') => ({
  name,
  in: place,
  schema: { type: 'string' as const },
})
const inZone = { ...text('zoneId'), required: false, example: exampleOf(id, 'input') }

/** What belongs into a batch; the server takes the others apart one by one. */
const described = positionsBatch.extend({ readings: z.array(batchReading).min(1).max(500) })

/** The doors that are no procedures, for the OpenAPI document: they stand at the root of the server, not under `/api`. */
export const doors = {
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
            schema: z.toJSONSchema(described, { io: 'input' }),
            example: exampleOf(described, 'input'),
          },
        },
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
  '/ingest/owntracks': {
    post: {
      operationId: 'ingest_owntracks',
      summary: 'Send messages of OwnTracks',
      tags: ['doors'],
      description:
        'OwnTracks in HTTP mode: one message or a list of them. The token of a tracker is the password of `authorization: Basic`; the user name is not looked at. `location` and `transition` count as readings for every zone of the tracker’s owner; waypoints never make zones. Whatever else is sent, a position that is none among it, is acknowledged and dropped.',
      requestBody: jsonBody({
        _type: 'location',
        lat: at.lat,
        lon: at.lon,
        acc: at.accuracy,
        tst: at.seconds,
      }),
      responses: {
        200: constant('An empty list: there is nothing the app should do.', []),
        ...trackerRefusals,
      },
    },
  },
  '/ingest/osmand': {
    get: {
      operationId: 'ingest_osmand',
      summary: 'Send a reading of OsmAnd or Traccar Client',
      tags: ['doors'],
      description:
        'OsmAnd and Traccar Client up to 8: `id` (the token of a tracker), `lat`, `lon`, and if they are known `timestamp` (seconds, milliseconds or ISO 8601) and `accuracy` in metres. A position that is none is acknowledged and dropped.',
      parameters: Object.entries(osmAnd).map(([name, example]) => ({
        name,
        in: 'query' as const,
        schema: { type: 'string' as const },
        example,
      })),
      responses: { 200: { description: 'Held' }, ...trackerRefusals },
    },
    post: {
      operationId: 'ingest_osmand_body',
      summary: 'Send a reading of OsmAnd or Traccar Client as a body',
      tags: ['doors'],
      description:
        'The same as a form, or the JSON of Traccar Client 9 and later; `device_id` is the token there.',
      requestBody: jsonBody({
        device_id: osmAnd.id,
        location: {
          timestamp: at.iso,
          coords: { latitude: at.lat, longitude: at.lon, accuracy: at.accuracy },
        },
      }),
      responses: { 200: { description: 'Held' }, ...trackerRefusals },
    },
  },
  '/ingest/overland': {
    post: {
      operationId: 'ingest_overland',
      summary: 'Send readings of Overland',
      tags: ['doors'],
      description:
        'Overland: up to 1,000 GeoJSON points. The token of a tracker is the access token. What is no position is dropped, and `refused` names it.',
      requestBody: jsonBody({
        locations: [
          {
            type: 'Feature',
            geometry: { type: 'Point', coordinates: [at.lon, at.lat] },
            properties: { timestamp: at.iso, horizontal_accuracy: at.accuracy },
          },
        ],
      }),
      responses: {
        200: constant('`{"result":"ok"}`', { result: 'ok' }),
        400: refusal('TRACKER_MESSAGE_INVALID: no batch; `message` says what is wrong'),
        ...trackerRefusals,
      },
    },
  },
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
        200: answer(profileImageAnswer),
        401: refusal('UNAUTHORIZED'),
        413: refusal('IMAGE_TOO_LARGE'),
        422: refusal('IMAGE_INVALID'),
        429: refusal('TOO_MANY_REQUESTS'),
        503: refusal('SERVICE_UNAVAILABLE'),
      },
    },
  },
  '/upload/hazard-attachments/{hazardId}': upload(
    'upload_hazard_attachment',
    'Attach a file to a hazard',
    'From who reported the hazard, or manages it, in its zone.',
    [
      { ...text('hazardId', 'path'), required: true, example: exampleOf(id, 'input') },
      { ...inZone, required: true },
    ],
  ),
  '/upload/broadcast-attachments': upload(
    'upload_broadcast_attachment',
    'Upload a file for a broadcast',
    'From who may send broadcasts, in the zone or, without `zoneId`, in all. The broadcast names it when it is sent; until then it is kept for a day.',
    [inZone],
  ),
  '/upload/group-files/{groupId}': upload(
    'upload_group_file',
    'Upload a file for a message to a group',
    'From who may write in the group, in its zone. The message names it when it is sent; until then it is kept for a day.',
    [
      { ...text('groupId', 'path'), required: true, example: exampleOf(id, 'input') },
      { ...inZone, required: true },
    ],
  ),
  '/upload/documents': upload(
    'upload_document',
    'Upload a file for a folder',
    'From who may upload files in the zone. `create_document` names it; until then it is kept for a day. QUOTA_FULL where the files of the zone take all the space they may.',
    [{ ...inZone, required: true }],
  ),
  '/download/documents': {
    post: {
      operationId: 'download_documents',
      summary: 'Download folders and files as one archive',
      tags: ['doors'],
      description:
        'Made while it is sent: at most 1,000 files and 1 GB. What the caller may not read any more when its turn comes ends it.',
      requestBody: {
        required: true,
        content: {
          'application/json': {
            schema: { type: 'object' },
            example: { zoneId: exampleOf(id, 'input'), folders: [], documents: [] },
          },
        },
      },
      responses: {
        200: {
          description: 'The archive',
          content: { 'application/zip': { schema: { type: 'string', format: 'binary' } } },
        },
        401: refusal('UNAUTHORIZED'),
        404: refusal('DOCUMENT_NOT_FOUND'),
        413: refusal('FILE_TOO_LARGE'),
      },
    },
  },
  '/download/presence': {
    post: {
      operationId: 'export_zone_presence',
      summary: 'Download who is inside a zone, or its visits',
      tags: ['doors'],
      description: `Made while it is sent: CSV, a workbook of at most 50,000 rows, or GeoJSON. Points are for who may track live locations. The header \`${exportRowsHeader}\` says how many rows there are. That somebody took it is noted in the security log.`,
      requestBody: jsonBody(exampleOf(presenceExport, 'input')),
      responses: {
        200: {
          description: 'The file',
          content: { 'application/octet-stream': { schema: { type: 'string', format: 'binary' } } },
        },
        401: refusal('UNAUTHORIZED'),
        403: refusal('FORBIDDEN, ZONE_ENTRY_REQUIRED'),
        404: refusal('ZONE_NOT_FOUND'),
      },
    },
  },
}
