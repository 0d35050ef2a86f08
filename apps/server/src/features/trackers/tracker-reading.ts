import { accuracy } from '@muster/contract/numbers.ts'
import type { UnusedReason } from '@muster/domain/tracker.ts'
import { z } from 'zod'
import { uuidV5 } from '../../lib/uuid-v5.ts'

/** A position as a tracker sent it. Degrees (WGS 84), metres, ISO 8601 by the device's clock. */
export type TrackerReading = {
  readonly lat: number
  readonly lng: number
  readonly accuracyMeters: number | null
  readonly capturedAt: string
  /** True if the phone reports that another app faked the position. */
  readonly mock?: boolean | undefined
}

/** An invalid position: its index in the message, the reason, and the code shown to its owner. */
export type NoReading = { readonly at: number; readonly reason: string; readonly code: UnusedReason }

/** The used content of a message. Other recognised content is acknowledged and ignored. */
export type TrackerMessage = { readonly readings: TrackerReading[]; readonly wrong: NoReading[] }

/** Describes a message that cannot be parsed. */
export const unreadable = (reason: string, at = 0): NoReading => ({ at, reason, code: 'unreadable' })

/** Devices that do not know their accuracy send 0 or nothing; a negative value means an invalid position. */
export const deviceAccuracy = accuracy.nullish()
export const toAccuracy = (meters: number | null | undefined): number | null => meters || null

/** Parses a flag given as JSON or as text; other values count as unset. */
export const isMock = (flag: unknown): boolean =>
  flag === true || (typeof flag === 'string' && ['true', '1'].includes(flag.toLowerCase()))

const noTime = 'No time'
const until = (unit: number) =>
  z
    .number(noTime)
    .min(0, noTime)
    .max(Date.parse('9999-12-31T23:59:59Z') / unit, noTime)
/** Time since 1970. */
export const epochMs = until(1)
export const epochSeconds = until(1_000)
/** A time in the API's format, whatever format the device used. */
export const toTime = (time: number | string): string => new Date(time).toISOString()

/**
 * Creates a deterministic id: these apps resend unanswered positions without ids, so the same position of the same tracker must
 * always get the same id.
 */
export const createCheckId = (trackerId: string, { lat, lng, accuracyMeters, capturedAt }: TrackerReading) =>
  uuidV5(trackerId, `${capturedAt} ${lat} ${lng} ${accuracyMeters ?? ''}`)

/**
 * Reads an app's messages: a schema, built once with checks only because every reading passes through it, and the conversion of its
 * output.
 */
export type Reader<S extends z.ZodType> = {
  readonly schema: S
  readonly toReading: (sent: z.output<S>) => TrackerReading
}

/** The readings of a list, each validated separately. */
export function readEach<S extends z.ZodType>(
  items: readonly unknown[],
  { schema, toReading }: Reader<S>,
): TrackerMessage {
  const message: TrackerMessage = { readings: [], wrong: [] }
  for (const [at, item] of items.entries()) {
    const parsed = schema.safeParse(item)
    if (!parsed.success) {
      message.wrong.push({ at, ...toNoReading(parsed.error) })
      continue
    }
    const reading = toReading(parsed.data)
    if (isNowhere(reading))
      message.wrong.push({ at, reason: 'Latitude and longitude are both 0', code: 'no_position' })
    else message.readings.push(reading)
  }
  return message
}

/** True for 0, 0 without an accuracy, which devices without a position send. */
const isNowhere = ({ lat, lng, accuracyMeters }: TrackerReading) =>
  lat === 0 && lng === 0 && accuracyMeters === null

/** Reason codes by the invalid field's name in the apps. */
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

/** The first validation error. */
export function toNoReading({ issues: [issue] }: z.ZodError): Omit<NoReading, 'at'> {
  const path = issue?.path ?? []
  const reason = `${path.join('.') || 'message'}: ${issue?.message ?? 'invalid'}`.slice(0, 200)
  const code = path.map(part => codes[String(part)]).findLast(Boolean) ?? 'unreadable'
  const isTooMuch = code === 'accuracy_invalid' && issue?.code === 'too_big'
  return { reason, code: isTooMuch ? 'too_inaccurate' : code }
}
