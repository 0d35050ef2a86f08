import { instant } from '@muster/contract/ids.ts'
import { latitude, longitude } from '@muster/contract/numbers.ts'
import { z } from 'zod'
import {
  deviceAccuracy,
  type Reader,
  readEach,
  type TrackerMessage,
  toAccuracy,
  toNoReading,
  toTime,
} from './tracker-reading.ts'

/** Inserts the colon of ISO 8601 into the offset, which the app writes without one. */
const withColon = (text: string) => text.replace(/([-+]\d\d)(\d\d)$/, '$1:$2')
const time = z
  .string()
  .max(40)
  .refine(text => instant.safeParse(withColon(text)).success, 'No time')

const featureSchema = z.object({
  geometry: z.object({
    type: z.literal('Point'),
    coordinates: z.tuple([longitude, latitude]).rest(z.unknown()),
  }),
  properties: z.object({ timestamp: time, horizontal_accuracy: deviceAccuracy }),
})

/** GeoJSON: longitude before latitude. Source: the app's own description, https://github.com/aaronpk/Overland-iOS#api */
const feature: Reader<typeof featureSchema> = {
  schema: featureSchema,
  toReading: ({ geometry: { coordinates }, properties }) => ({
    lat: coordinates[1],
    lng: coordinates[0],
    accuracyMeters: toAccuracy(properties.horizontal_accuracy),
    capturedAt: toTime(withColon(properties.timestamp)),
  }),
}

const batch = z.object({ locations: z.array(z.unknown()).max(1_000) })

/** True for the form of a batch. Its items are not checked. */
export const isBatch = (body: unknown): boolean => batch.safeParse(body).success

/** Reads a message of Overland: up to 1,000 positions, and the app's own visits and notes, which are acknowledged. */
export function readOverland(body: unknown): TrackerMessage {
  const parsed = batch.safeParse(body)
  if (!parsed.success) return { readings: [], wrong: [{ at: 0, ...toNoReading(parsed.error) }] }
  const { locations } = parsed.data
  const positions = locations.flatMap((it, at) => (isNote(it) ? [] : { it, at }))
  const { readings, wrong } = readEach(
    positions.map(({ it }) => it),
    feature,
  )
  return { readings, wrong: wrong.map(it => ({ ...it, at: positions[it.at]?.at ?? it.at })) }
}

/** True for an app's note about itself: a visit, a trip, or its start. */
function isNote(it: unknown): boolean {
  if (typeof it !== 'object' || it === null || !('properties' in it)) return false
  const { properties } = it
  return (
    typeof properties === 'object' && properties !== null && ('action' in properties || 'type' in properties)
  )
}
