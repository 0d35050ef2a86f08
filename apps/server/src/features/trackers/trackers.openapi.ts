import { describeJsonBody, describeRefusal } from '../../doors/describe-door.ts'

/** Describes a constant response. */
const describeConstantResponse = (description: string, example: unknown) => ({
  description,
  content: { 'application/json': { schema: {}, example } },
})
/** The values of one reading, from which the examples for all apps are built. */
const examplePosition = {
  lat: 28.6139,
  lon: 77.209,
  accuracy: 8,
  iso: '2026-11-20T09:41:00Z',
  seconds: 1_795_167_660,
}
const osmAndExample = {
  id: 'the-token-of-the-tracker',
  lat: String(examplePosition.lat),
  lon: String(examplePosition.lon),
  timestamp: String(examplePosition.seconds),
  accuracy: String(examplePosition.accuracy),
}
const trackerRefusals = {
  401: describeRefusal('UNAUTHORIZED'),
  413: describeRefusal('PAYLOAD_TOO_LARGE'),
  429: describeRefusal('TOO_MANY_REQUESTS'),
  503: describeRefusal('SERVICE_UNAVAILABLE'),
}

export const trackersOpenapi = {
  '/ingest/owntracks': {
    post: {
      operationId: 'ingest_owntracks',
      summary: 'Send messages of OwnTracks',
      tags: ['doors'],
      description:
        'OwnTracks in HTTP mode: one message or a list of them. The token of a tracker is the password of `authorization: Basic`; the user name is not looked at. `location` and `transition` count as readings for every zone of the tracker’s owner; waypoints never make zones. Whatever else is sent, a position that is none among it, is acknowledged and dropped.',
      requestBody: describeJsonBody({
        _type: 'location',
        lat: examplePosition.lat,
        lon: examplePosition.lon,
        acc: examplePosition.accuracy,
        tst: examplePosition.seconds,
      }),
      responses: {
        200: describeConstantResponse('An empty list: there is nothing the app should do.', []),
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
      parameters: Object.entries(osmAndExample).map(([name, example]) => ({
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
      requestBody: describeJsonBody({
        device_id: osmAndExample.id,
        location: {
          timestamp: examplePosition.iso,
          coords: {
            latitude: examplePosition.lat,
            longitude: examplePosition.lon,
            accuracy: examplePosition.accuracy,
          },
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
      requestBody: describeJsonBody({
        locations: [
          {
            type: 'Feature',
            geometry: { type: 'Point', coordinates: [examplePosition.lon, examplePosition.lat] },
            properties: { timestamp: examplePosition.iso, horizontal_accuracy: examplePosition.accuracy },
          },
        ],
      }),
      responses: {
        200: describeConstantResponse('`{"result":"ok"}`', { result: 'ok' }),
        400: describeRefusal('TRACKER_MESSAGE_INVALID: no batch; `message` says what is wrong'),
        ...trackerRefusals,
      },
    },
  },
}
