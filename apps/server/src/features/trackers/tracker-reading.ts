import { accuracy } from '@muster/contract/numbers.ts'
import type { UnusedReason } from '@muster/domain/tracker.ts'
import { z } from 'zod'
import { uuidV5 } from '../../lib/uuid-v5.ts'

/** A position as a tracker sent it. Degrees (WGS 84), metres, ISO 8601 of the device's clock. */
export type TrackerReading = {
  readonly lat: number
  readonly lng: number
  readonly accuracyMeters: number | null
  readonly capturedAt: string
  /** The phone itself says that another app made the position up. */
  readonly mock?: boolean | undefined
}

/** A message that is no proper position: its place among those that came with it, why, and the same as its owner is told it. */
export type NoReading = { readonly at: number; readonly reason: string; readonly code: UnusedReason }

/** All that a message says. What is neither was understood and is of no use here: it is acknowledged. */
export type TrackerMessage = { readonly readings: TrackerReading[]; readonly wrong: NoReading[] }

/** A message that cannot be read at all. */
export const unreadable = (reason: string, at = 0): NoReading => ({ at, reason, code: 'unreadable' })

/** Devices that do not know their accuracy say 0, or nothing; below it the position itself is invalid. */
export const deviceAccuracy = accuracy.nullish()
export const vouchedFor = (meters: number | null | undefined): number | null => meters || null

/** A flag as JSON or as text; what is neither says nothing. */
export const isMock = (flag: unknown): boolean =>
  flag === true || (typeof flag === 'string' && ['true', '1'].includes(flag.toLowerCase()))

const noTime = 'No time'
const until = (unit: number) =>
  z
    .number(noTime)
    .min(0, noTime)
    .max(Date.parse('9999-12-31T23:59:59Z') / unit, noTime)
/** Counts since 1970. */
export const epochMs = until(1)
export const epochSeconds = until(1_000)
/** As the API writes times, whatever form the device gave them. */
export const timeOf = (time: number | string): string => new Date(time).toISOString()

/**
 * The same position of the same tracker has the same id, however often it is sent: these apps send again whatever was not
 * answered, and number nothing.
 */
export const checkIdOf = (trackerId: string, { lat, lng, accuracyMeters, capturedAt }: TrackerReading) =>
  uuidV5(trackerId, `${capturedAt} ${lat} ${lng} ${accuracyMeters ?? ''}`)

/** How the messages of an app are read: their schema, made once and with checks alone, since each reading passes it; and what it says then. */
export type Reader<S extends z.ZodType> = {
  readonly schema: S
  readonly toReading: (sent: z.output<S>) => TrackerReading
}

/** The readings of a list, each held against the schema for itself. */
export function readEach<S extends z.ZodType>(
  items: readonly unknown[],
  { schema, toReading }: Reader<S>,
): TrackerMessage {
  const message: TrackerMessage = { readings: [], wrong: [] }
  for (const [at, item] of items.entries()) {
    const parsed = schema.safeParse(item)
    if (!parsed.success) {
      message.wrong.push({ at, ...wrongBy(parsed.error) })
      continue
    }
    const reading = toReading(parsed.data)
    if (isNowhere(reading))
      message.wrong.push({ at, reason: 'Latitude and longitude are both 0', code: 'no_position' })
    else message.readings.push(reading)
  }
  return message
}

/** Devices without a position send the place where equator and prime meridian meet, and vouch for no accuracy there. */
const isNowhere = ({ lat, lng, accuracyMeters }: TrackerReading) =>
  lat === 0 && lng === 0 && accuracyMeters === null

/** The reason for a reading without effect, by the apps' name of the invalid field. */
const codes: Readonly<Record<string, UnusedReason>> = {
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

/** The first thing that is wrong. */
export function wrongBy({ issues: [issue] }: z.ZodError): Omit<NoReading, 'at'> {
  const path = issue?.path ?? []
  const reason = `${path.join('.') || 'message'}: ${issue?.message ?? 'invalid'}`.slice(0, 200)
  const code = path.map(part => codes[String(part)]).findLast(Boolean) ?? 'unreadable'
  const isTooMuch = code === 'accuracy_invalid' && issue?.code === 'too_big'
  return { reason, code: isTooMuch ? 'too_inaccurate' : code }
}
