import { latitude, longitude } from '@muster/contract/numbers.ts'
import { z } from 'zod'
import { deviceAccuracy, fromMs, readEach, type TrackerMessage } from './tracker-reading.ts'

/** Seconds since 1970, as the app counts. */
const seconds = z
  .number()
  .transform(s => s * 1000)
  .pipe(fromMs)

/**
 * A `location`, or a `transition`: it carries where the phone was when it crossed the edge of a region of its own. That
 * region is not ours, so only the position counts. Source: https://owntracks.org/booklet/tech/json
 */
const located = z
  .object({ lat: latitude, lon: longitude, acc: deviceAccuracy, tst: seconds })
  .transform(({ lat, lon, acc, tst }) => ({ lat, lng: lon, accuracyMeters: acc, capturedAt: tst }))

const encrypted = z.custom<never>(
  () => false,
  'Encrypted messages cannot be read here: empty the encryption key in the app',
)

/**
 * What OwnTracks posts in HTTP mode: one message or a list of them, or nothing at all. Waypoints are the phone's own and
 * never make zones; they, farewells (`lwt`), cards and types nobody knows yet are acknowledged.
 */
export function readOwnTracks(body: unknown): TrackerMessage {
  const messages = (Array.isArray(body) ? body : [body]).map((sent, at) => ({ sent, at }))
  const all: TrackerMessage = { readings: [], wrong: [] }
  for (const { sent, at } of messages) {
    if (sent === undefined || sent === null || sent === '') continue
    const type = typeOf(sent)
    if (type === undefined) all.wrong.push({ at, reason: '_type: missing' })
    const schema = schemaOf(type, sent)
    if (!schema) continue
    const { readings, wrong } = readEach([sent], schema)
    all.readings.push(...readings)
    all.wrong.push(...wrong.map(({ reason }) => ({ at, reason })))
  }
  return all
}

/** How a message is read; undefined for one that tells no position. A transition at a beacon may come without a place. */
function schemaOf(type: string | undefined, sent: unknown) {
  if (type === 'encrypted') return encrypted
  if (type === 'transition') return hasPlace(sent) ? located : undefined
  return type === 'location' ? located : undefined
}
const hasPlace = (sent: unknown) =>
  typeof sent === 'object' && sent !== null && ('lat' in sent || 'lon' in sent)

function typeOf(sent: unknown): string | undefined {
  if (typeof sent !== 'object' || sent === null || !('_type' in sent)) return undefined
  return typeof sent._type === 'string' ? sent._type : undefined
}
