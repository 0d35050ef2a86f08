import { instant } from '@muster/contract/ids.ts'
import { latitude, longitude } from '@muster/contract/numbers.ts'
import { z } from 'zod'
import {
  deviceAccuracySchema,
  type ItemReader,
  readItems,
  type TrackerMessage,
  toAccuracy,
  toIsoTime,
  toRejectedReading,
} from './tracker-reading.ts'

/** Adds the colon that ISO 8601 requires in an offset and that the app leaves out. */
const addOffsetColon = (text: string) => text.replace(/([-+]\d\d)(\d\d)$/, '$1:$2')
const timeSchema = z
  .string()
  .max(40)
  .refine(text => instant.safeParse(addOffsetColon(text)).success, 'No time')

const featureSchema = z.object({
  geometry: z.object({
    type: z.literal('Point'),
    coordinates: z.tuple([longitude, latitude]).rest(z.unknown()),
  }),
  properties: z.object({ timestamp: timeSchema, horizontal_accuracy: deviceAccuracySchema }),
})

/** Reads GeoJSON, longitude before latitude. Source: the app's documentation, https://github.com/aaronpk/Overland-iOS#api */
const featureReader: ItemReader<typeof featureSchema> = {
  schema: featureSchema,
  toReading: ({ geometry: { coordinates }, properties }) => ({
    lat: coordinates[1],
    lng: coordinates[0],
    accuracyMeters: toAccuracy(properties.horizontal_accuracy),
    capturedAt: toIsoTime(addOffsetColon(properties.timestamp)),
  }),
}

const batchSchema = z.object({ locations: z.array(z.unknown()).max(1_000) })

/** Returns true if the body has the form of a batch. Does not check the items. */
export const isBatch = (body: unknown): boolean => batchSchema.safeParse(body).success

/** Reads a message from Overland: up to 1,000 positions, and the app's own visits and notes, which are acknowledged. */
export function readOverland(body: unknown): TrackerMessage {
  const parsedBatch = batchSchema.safeParse(body)
  if (!parsedBatch.success)
    return { readings: [], wrong: [{ at: 0, ...toRejectedReading(parsedBatch.error) }] }
  const { locations } = parsedBatch.data
  const positions = locations.flatMap((it, at) => (isNote(it) ? [] : { it, at }))
  const { readings, wrong } = readItems(
    positions.map(({ it }) => it),
    featureReader,
  )
  return { readings, wrong: wrong.map(it => ({ ...it, at: positions[it.at]?.at ?? it.at })) }
}

/** Returns true for a note from the app that is not a position: a visit, a trip, or the app's start. */
function isNote(it: unknown): boolean {
  if (typeof it !== 'object' || it === null || !('properties' in it)) return false
  const { properties } = it
  return (
    typeof properties === 'object' && properties !== null && ('action' in properties || 'type' in properties)
  )
}
