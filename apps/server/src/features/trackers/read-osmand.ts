import { instant } from '@muster/contract/ids.ts'
import { latitude, longitude } from '@muster/contract/numbers.ts'
import { z } from 'zod'
import {
  deviceAccuracySchema,
  epochMsSchema,
  type ItemReader,
  isMock,
  readItems,
  type TrackerMessage,
  toAccuracy,
  toIsoTime,
} from './tracker-reading.ts'

/** Parses a decimal number; NaN for any other text and for undefined. */
const parseNumber = (text: string | undefined) =>
  text === undefined || /^\s*[-+]?\d+(?:\.\d*)?(?:e[-+]?\d+)?\s*$/i.test(text) ? Number(text) : Number.NaN

/** Parses seconds or milliseconds since 1970, ISO 8601, or `2026-11-21 09:41:00` in UTC; returns milliseconds. */
function parseMs(text: string): number {
  if (/^\d+$/.test(text)) {
    const seconds = Number(text)
    // Smaller values are seconds (up to the year 2286); read as milliseconds, they would all be in 1970.
    return seconds < 10_000_000_000 ? seconds * 1000 : seconds
  }
  const spacedMatch = /^(\d{4}-\d\d-\d\d) (\d\d:\d\d:\d\d)$/.exec(text)
  const isoText = spacedMatch ? `${spacedMatch[1]}T${spacedMatch[2]}Z` : text
  return instant.safeParse(isoText).success ? Date.parse(isoText) : Number.NaN
}

const fieldsSchema = z.object({
  lat: latitude,
  lon: longitude,
  timestamp: epochMsSchema,
  accuracy: deviceAccuracySchema,
  mock: z.boolean(),
})

/**
 * Reads the parsed fields of a query or form. Other fields (speed, battery, cells) are ignored. Source:
 * https://www.traccar.org/osmand/
 */
const fieldsReader: ItemReader<typeof fieldsSchema> = {
  schema: fieldsSchema,
  toReading: ({ lat, lon, timestamp, accuracy, mock }) => ({
    lat,
    lng: lon,
    accuracyMeters: toAccuracy(accuracy),
    capturedAt: toIsoTime(timestamp),
    ...(mock && { mock }),
  }),
}

const jsonSchema = z.object({
  location: z.object({
    timestamp: instant,
    coords: z.object({ latitude, longitude, accuracy: deviceAccuracySchema }),
    mock: z.unknown().optional(),
  }),
})

/** Reads the JSON of Traccar Client 9 and later. */
const jsonReader: ItemReader<typeof jsonSchema> = {
  schema: jsonSchema,
  toReading: ({ location: { timestamp, coords, mock } }) => ({
    lat: coords.latitude,
    lng: coords.longitude,
    accuracyMeters: toAccuracy(coords.accuracy),
    capturedAt: toIsoTime(timestamp),
    ...(isMock(mock) && { mock: true }),
  }),
}

const fieldNames = ['lat', 'lon', 'location', 'timestamp', 'accuracy', 'mock', 'valid'] as const
type OsmAndFields = Readonly<Partial<Record<(typeof fieldNames)[number], string>>>

/** From a query, form or JSON. Other values than strings, numbers and booleans are dropped; of repeated fields, the last counts. */
function toOsmAndFields(fieldTexts: object): OsmAndFields {
  const texts: { -readonly [Name in keyof OsmAndFields]: string } = {}
  for (const name of fieldNames) {
    const value: unknown = (fieldTexts as Record<string, unknown>)[name]
    const lastValue: unknown = Array.isArray(value) ? value.at(-1) : value
    const isText =
      typeof lastValue === 'string' || typeof lastValue === 'number' || typeof lastValue === 'boolean'
    // An empty field means that the device has no value.
    if (isText && lastValue !== '') texts[name] = String(lastValue)
  }
  return texts
}

/** Traccar Client 8 or earlier. Defaults to now; `location` is `lat,lon`. No coordinates: acknowledged; marked invalid: rejected. */
export function readOsmAndFields(message: object, now: number): TrackerMessage {
  const { location, ...fieldTexts } = toOsmAndFields(message)
  const [lat, lon] = location?.split(',') ?? []
  const coordinates = lat !== undefined && lon !== undefined ? { lat, lon } : {}
  const { valid, timestamp, accuracy, mock, ...position }: OsmAndFields = { ...coordinates, ...fieldTexts }
  if (position.lat === undefined && position.lon === undefined) return { readings: [], wrong: [] }
  if (['false', '0'].includes(valid?.toLowerCase() ?? ''))
    return { readings: [], wrong: [{ at: 0, reason: 'valid: false', code: 'no_position' }] }
  const candidate = {
    lat: parseNumber(position.lat),
    lon: parseNumber(position.lon),
    timestamp: timestamp === undefined ? now : parseMs(timestamp.trim()),
    accuracy: accuracy === undefined ? null : parseNumber(accuracy),
    mock: isMock(mock),
  }
  return readItems([candidate], fieldsReader)
}

/** Returns true for the JSON of Traccar Client 9 or later. */
export const isTraccarJson = (body: object): body is { location: object } =>
  'location' in body &&
  typeof body.location === 'object' &&
  body.location !== null &&
  !Array.isArray(body.location)

/** Reads a message from Traccar Client 9 or later. A message without a position is acknowledged. */
export function readTraccarJson(body: { readonly location?: unknown }): TrackerMessage {
  return body.location === undefined ? { readings: [], wrong: [] } : readItems([body], jsonReader)
}

/** Reads the fields of the query and the body; the query takes precedence. A message without a position is acknowledged. */
export const readOsmAnd = (query: object, body: object, now = Date.now()): TrackerMessage =>
  isTraccarJson(body) ? readTraccarJson(body) : readOsmAndFields({ ...body, ...query }, now)

/** Returns the device identifier set in the app, which is the tracker's token. */
export function readOsmAndToken(source: unknown): string | undefined {
  if (typeof source !== 'object' || source === null) return undefined
  const { id, deviceid, device_id } = source as Record<string, unknown>
  const deviceId = id ?? deviceid ?? device_id
  const lastDeviceId: unknown = Array.isArray(deviceId) ? deviceId.at(-1) : deviceId
  return typeof lastDeviceId === 'string' ? lastDeviceId : undefined
}
