import { accuracy } from '@muster/contract/numbers.ts'
import type { UnusedReason } from '@muster/domain/tracker.ts'
import { z } from 'zod'
import { createUuidV5 } from '../../lib/uuid-v5.ts'

/** A position as sent by a tracker, in degrees (WGS 84) and metres, with an ISO 8601 time from the device's clock. */
export type TrackerReading = {
  readonly lat: number
  readonly lng: number
  readonly accuracyMeters: number | null
  readonly capturedAt: string
  /** True if the phone reports that the position was faked by another app. */
  readonly mock?: boolean | undefined
}

/** An invalid position: its index in the message, the reason, and the code shown to the tracker's owner. */
export type RejectedReading = { readonly at: number; readonly reason: string; readonly code: UnusedReason }

/** The usable and the invalid positions in a message. Anything else in the message is acknowledged but ignored. */
export type TrackerMessage = { readonly readings: TrackerReading[]; readonly wrong: RejectedReading[] }

/** Creates the rejection for a message that cannot be parsed. */
export const createUnreadableReading = (reason: string, at = 0): RejectedReading => ({
  at,
  reason,
  code: 'unreadable',
})

/** The accuracy sent by a device: 0 or absent if unknown; a negative value means that the position is invalid. */
export const deviceAccuracySchema = accuracy.nullish()
export const toAccuracy = (meters: number | null | undefined): number | null => meters || null

/** Parses a flag in JSON or text form; other values count as unset. */
export const isMock = (flag: unknown): boolean =>
  flag === true || (typeof flag === 'string' && ['true', '1'].includes(flag.toLowerCase()))

const noTimeMessage = 'No time'
const createEpochSchema = (unit: number) =>
  z
    .number(noTimeMessage)
    .min(0, noTimeMessage)
    .max(Date.parse('9999-12-31T23:59:59Z') / unit, noTimeMessage)
export const epochMsSchema = createEpochSchema(1)
export const epochSecondsSchema = createEpochSchema(1_000)
/** Converts a time (milliseconds since 1970 or ISO 8601) into ISO 8601 in UTC, as the API expects. */
export const toIsoTime = (time: number | string): string => new Date(time).toISOString()

/**
 * Creates a deterministic id. Tracking apps resend unacknowledged positions but do not number them, so the same position from the
 * same tracker must get the same id.
 */
export const createCheckId = (trackerId: string, { lat, lng, accuracyMeters, capturedAt }: TrackerReading) =>
  createUuidV5(trackerId, `${capturedAt} ${lat} ${lng} ${accuracyMeters ?? ''}`)

/**
 * A reader for an app's messages: a schema, and the conversion of its output into a reading. The schema is built once and contains
 * only checks, because every reading passes through it.
 */
export type ItemReader<S extends z.ZodType> = {
  readonly schema: S
  readonly toReading: (sent: z.output<S>) => TrackerReading
}

/** Reads the items of a list, each validated separately. */
export function readItems<S extends z.ZodType>(
  items: readonly unknown[],
  { schema, toReading }: ItemReader<S>,
): TrackerMessage {
  const message: TrackerMessage = { readings: [], wrong: [] }
  for (const [at, item] of items.entries()) {
    const parsedItem = schema.safeParse(item)
    if (!parsedItem.success) {
      message.wrong.push({ at, ...toRejectedReading(parsedItem.error) })
      continue
    }
    const reading = toReading(parsedItem.data)
    if (isNullIsland(reading))
      message.wrong.push({ at, reason: 'Latitude and longitude are both 0', code: 'no_position' })
    else message.readings.push(reading)
  }
  return message
}

/** Returns true for 0, 0 without an accuracy, which devices send when they have no position. */
const isNullIsland = ({ lat, lng, accuracyMeters }: TrackerReading) =>
  lat === 0 && lng === 0 && accuracyMeters === null

/** Reason codes by the name of the invalid field in the apps' messages. */
const codeByField: Readonly<Record<string, UnusedReason>> = {
  lat: 'no_position',
  lon: 'no_position',
  latitude: 'no_position',
  longitude: 'no_position',
  coords: 'no_position',
  geometry: 'no_position',
  acc: 'accuracy_invalid',
  accuracy: 'accuracy_invalid',
  horizontal_accuracy: 'accuracy_invalid',
  tst: 'no_time',
  timestamp: 'no_time',
}

/** Describes the first validation error. */
export function toRejectedReading({ issues: [issue] }: z.ZodError): Omit<RejectedReading, 'at'> {
  const path = issue?.path ?? []
  const reason = `${path.join('.') || 'message'}: ${issue?.message ?? 'invalid'}`.slice(0, 200)
  const code = path.map(segment => codeByField[String(segment)]).findLast(Boolean) ?? 'unreadable'
  const isTooInaccurate = code === 'accuracy_invalid' && issue?.code === 'too_big'
  return { reason, code: isTooInaccurate ? 'too_inaccurate' : code }
}
