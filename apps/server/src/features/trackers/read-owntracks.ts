import { latitude, longitude } from '@muster/contract/numbers.ts'
import { z } from 'zod'
import {
  createUnreadableReading,
  deviceAccuracySchema,
  epochSecondsSchema,
  type ItemReader,
  readItems,
  type TrackerMessage,
  toAccuracy,
  toIsoTime,
} from './tracker-reading.ts'

const locationSchema = z.object({
  lat: latitude,
  lon: longitude,
  acc: deviceAccuracySchema,
  tst: epochSecondsSchema,
})

/** The phone's own regions mean nothing here, so only positions are used. Source: https://owntracks.org/booklet/tech/json */
const locationReader: ItemReader<typeof locationSchema> = {
  schema: locationSchema,
  toReading: ({ lat, lon, acc, tst }) => ({
    lat,
    lng: lon,
    accuracyMeters: toAccuracy(acc),
    capturedAt: toIsoTime(tst * 1_000),
  }),
}

const encryptedRejection = {
  reason: 'message: Encrypted messages cannot be read here: empty the encryption key in the app',
  code: 'encrypted',
} as const

/**
 * HTTP mode: a message, a list, or nothing. Encrypted and untyped messages are wrong; waypoints (the phone's own), last wills
 * (`lwt`), cards and unknown types are acknowledged.
 */
export function readOwnTracks(body: unknown): TrackerMessage {
  const messages = (Array.isArray(body) ? body : [body]).map((payload, at) => ({ sent: payload, at }))
  const combinedMessage: TrackerMessage = { readings: [], wrong: [] }
  for (const { sent, at } of messages) {
    if (sent === undefined || sent === null || sent === '') continue
    const type = readType(sent)
    if (type === undefined) combinedMessage.wrong.push(createUnreadableReading('_type: missing', at))
    if (type === 'encrypted') combinedMessage.wrong.push({ ...encryptedRejection, at })
    const reader = findReader(type, sent)
    if (!reader) continue
    const { readings, wrong } = readItems([sent], reader)
    combinedMessage.readings.push(...readings)
    combinedMessage.wrong.push(...wrong.map(it => ({ ...it, at })))
  }
  return combinedMessage
}

/** Returns the reader for a message; undefined if it has no position (such as a transition at a beacon) or an unknown type. */
function findReader(type: string | undefined, payload: unknown) {
  if (type === 'transition') return hasPosition(payload) ? locationReader : undefined
  return type === 'location' ? locationReader : undefined
}
const hasPosition = (payload: unknown) =>
  typeof payload === 'object' && payload !== null && ('lat' in payload || 'lon' in payload)

function readType(payload: unknown): string | undefined {
  if (typeof payload !== 'object' || payload === null || !('_type' in payload)) return undefined
  return typeof payload._type === 'string' ? payload._type : undefined
}
