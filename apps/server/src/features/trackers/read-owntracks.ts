import { latitude, longitude } from '@muster/contract/numbers.ts'
import { z } from 'zod'
import {
  deviceAccuracy,
  epochSeconds,
  type Reader,
  readEach,
  type TrackerMessage,
  toAccuracy,
  toTime,
  unreadable,
} from './tracker-reading.ts'

const locatedSchema = z.object({ lat: latitude, lon: longitude, acc: deviceAccuracy, tst: epochSeconds })

/**
 * Reads a `location`, or a `transition`, which contains the phone's position when it crossed the edge of one of its own regions.
 * The regions mean nothing here, so only the position is used. Source: https://owntracks.org/booklet/tech/json
 */
const located: Reader<typeof locatedSchema> = {
  schema: locatedSchema,
  toReading: ({ lat, lon, acc, tst }) => ({
    lat,
    lng: lon,
    accuracyMeters: toAccuracy(acc),
    capturedAt: toTime(tst * 1_000),
  }),
}

const encrypted = {
  reason: 'message: Encrypted messages cannot be read here: empty the encryption key in the app',
  code: 'encrypted',
} as const

/**
 * Reads a request from OwnTracks in HTTP mode: one message, a list, or an empty body. Waypoints belong to the phone and never
 * create zones. Waypoints, last wills (`lwt`), cards and unknown types are acknowledged.
 */
export function readOwnTracks(body: unknown): TrackerMessage {
  const messages = (Array.isArray(body) ? body : [body]).map((sent, at) => ({ sent, at }))
  const all: TrackerMessage = { readings: [], wrong: [] }
  for (const { sent, at } of messages) {
    if (sent === undefined || sent === null || sent === '') continue
    const type = readType(sent)
    if (type === undefined) all.wrong.push(unreadable('_type: missing', at))
    if (type === 'encrypted') all.wrong.push({ ...encrypted, at })
    const reader = findReader(type, sent)
    if (!reader) continue
    const { readings, wrong } = readEach([sent], reader)
    all.readings.push(...readings)
    all.wrong.push(...wrong.map(it => ({ ...it, at })))
  }
  return all
}

/** Returns the reader for a message; undefined if it contains no position, such as a transition at a beacon. */
function findReader(type: string | undefined, sent: unknown) {
  if (type === 'transition') return hasPlace(sent) ? located : undefined
  return type === 'location' ? located : undefined
}
const hasPlace = (sent: unknown) =>
  typeof sent === 'object' && sent !== null && ('lat' in sent || 'lon' in sent)

function readType(sent: unknown): string | undefined {
  if (typeof sent !== 'object' || sent === null || !('_type' in sent)) return undefined
  return typeof sent._type === 'string' ? sent._type : undefined
}
