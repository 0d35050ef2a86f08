import { instant } from '@muster/contract/ids.ts'
import { latitude, longitude } from '@muster/contract/numbers.ts'
import { z } from 'zod'
import { deviceAccuracy, readEach, reasonOf, type TrackerMessage } from './tracker-reading.ts'

/** ISO 8601; the app writes its offset without a colon. */
const time = z
  .string()
  .max(40)
  .transform(text => text.replace(/([-+]\d\d)(\d\d)$/, '$1:$2'))
  .pipe(instant.transform(at => new Date(at).toISOString()))

/** GeoJSON: longitude before latitude. Source: the app's own description, https://github.com/aaronpk/Overland-iOS#api */
const feature = z
  .object({
    geometry: z.object({
      type: z.literal('Point'),
      coordinates: z.tuple([longitude, latitude]).rest(z.unknown()),
    }),
    properties: z.object({ timestamp: time, horizontal_accuracy: deviceAccuracy }),
  })
  .transform(({ geometry: { coordinates }, properties }) => ({
    lat: coordinates[1],
    lng: coordinates[0],
    accuracyMeters: properties.horizontal_accuracy,
    capturedAt: properties.timestamp,
  }))

const batch = z.object({ locations: z.array(z.unknown()).max(1_000) })

/** What Overland sends: up to 1,000 places, and visits and notes of the app itself, which are acknowledged. */
export function readOverland(body: unknown): TrackerMessage {
  const parsed = batch.safeParse(body)
  if (!parsed.success) return { readings: [], wrong: [{ at: 0, reason: reasonOf(parsed.error) }] }
  const { locations } = parsed.data
  const positions = locations.flatMap((it, at) => (isNote(it) ? [] : { it, at }))
  const { readings, wrong } = readEach(
    positions.map(({ it }) => it),
    feature,
  )
  return { readings, wrong: wrong.map(({ at, reason }) => ({ at: positions[at]?.at ?? at, reason })) }
}

/** Something the app noted about itself: a visit, a trip, that it was started. */
function isNote(it: unknown): boolean {
  if (typeof it !== 'object' || it === null || !('properties' in it)) return false
  const { properties } = it
  return (
    typeof properties === 'object' && properties !== null && ('action' in properties || 'type' in properties)
  )
}
