import { instant } from '@muster/contract/ids.ts'
import { latitude, longitude } from '@muster/contract/numbers.ts'
import { z } from 'zod'
import { deviceAccuracy, fromMs, mockFlag, readEach, type TrackerMessage } from './tracker-reading.ts'

const number = z
  .string()
  .trim()
  .regex(/^[-+]?\d+(?:\.\d*)?(?:e[-+]?\d+)?$/i, 'No number')
  .transform(Number)

/** Seconds or milliseconds since 1970, ISO 8601, or `2026-11-21 09:41:00` in UTC. */
function timeOf(text: string): string | number {
  if (/^\d+$/.test(text)) {
    const count = Number(text)
    // Seconds until the year 2286, in which these were milliseconds of 1970.
    return count < 10_000_000_000 ? count * 1000 : count
  }
  const spaced = /^(\d{4}-\d\d-\d\d) (\d\d:\d\d:\d\d)$/.exec(text)
  return spaced ? `${spaced[1]}T${spaced[2]}Z` : text
}
const time = z
  .string()
  .max(40)
  .transform(text => timeOf(text.trim()))
  .pipe(z.union([fromMs, instant.transform(at => new Date(at).toISOString())], 'No time'))

/**
 * A query or form, every value text. Without `timestamp` it is of now; `location` is `lat,lon` in one. What else is sent
 * (speed, battery, cells) is of no use here. Source: https://www.traccar.org/osmand/
 */
const fields = (now: number) =>
  z
    .object({
      lat: number.pipe(latitude),
      lon: number.pipe(longitude),
      timestamp: time.default(new Date(now).toISOString()),
      accuracy: number.nullish().pipe(deviceAccuracy),
      mock: mockFlag,
    })
    .transform(({ lat, lon, timestamp, accuracy, mock }) => ({
      lat,
      lng: lon,
      accuracyMeters: accuracy,
      capturedAt: timestamp,
      ...(mock && { mock }),
    }))

/** The JSON of Traccar Client 9 and later. */
const json = z
  .object({
    location: z.object({
      timestamp: instant.transform(at => new Date(at).toISOString()),
      coords: z.object({ latitude, longitude, accuracy: deviceAccuracy }),
      mock: mockFlag,
    }),
  })
  .transform(({ location: { timestamp, coords, mock } }) => ({
    lat: coords.latitude,
    lng: coords.longitude,
    accuracyMeters: coords.accuracy,
    capturedAt: timestamp,
    ...(mock && { mock }),
  }))

type OsmAndFields = Readonly<Record<string, string>>

/** Of a query, a form or JSON of the same names: every value as text, the last where one stands there twice. */
function textsOf(sent: object): OsmAndFields {
  const texts = Object.entries(sent).flatMap(([name, value]) => {
    const last: unknown = Array.isArray(value) ? value.at(-1) : value
    const isText = typeof last === 'string' || typeof last === 'number' || typeof last === 'boolean'
    return isText ? [[name, String(last)] as const] : []
  })
  return Object.fromEntries(texts)
}

/** What OsmAnd, or Traccar Client up to 8, sends. A position it calls invalid, or none at all, is acknowledged. */
export function readOsmAndFields(said: object, now: number): TrackerMessage {
  const { location, ...sent } = textsOf(said)
  const [lat, lon] = location?.split(',') ?? []
  const whole: OsmAndFields = { ...(lat !== undefined && lon !== undefined && { lat, lon }), ...sent }
  const isPosition = whole.lat !== undefined || whole.lon !== undefined
  if (!isPosition || ['false', '0'].includes(whole.valid?.toLowerCase() ?? ''))
    return { readings: [], wrong: [] }
  return readEach([whole], fields(now))
}

/** Whether it is said in the JSON of Traccar Client 9 or later. */
export const isTraccarJson = (said: object): said is { location: object } =>
  'location' in said &&
  typeof said.location === 'object' &&
  said.location !== null &&
  !Array.isArray(said.location)

/** What Traccar Client 9 or later sends. Messages without a position are acknowledged. */
export function readTraccarJson(body: { readonly location?: unknown }): TrackerMessage {
  return body.location === undefined ? { readings: [], wrong: [] } : readEach([body], json)
}

/** Whose it is: the identifier that was typed into the app. */
export function osmAndToken(sent: unknown): string | undefined {
  if (typeof sent !== 'object' || sent === null) return undefined
  const { id, deviceid, device_id } = sent as Record<string, unknown>
  const found = id ?? deviceid ?? device_id
  const last: unknown = Array.isArray(found) ? found.at(-1) : found
  return typeof last === 'string' ? last : undefined
}
