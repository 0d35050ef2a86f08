import { instant } from '@muster/contract/ids.ts'
import { accuracy } from '@muster/contract/numbers.ts'
import { v5 as uuidV5 } from 'uuid'
import { z } from 'zod'

/** A position as a tracker sent it. Degrees (WGS 84), metres, ISO 8601 of the device's clock. */
export type TrackerReading = {
  readonly lat: number
  readonly lng: number
  readonly accuracyMeters: number | null
  readonly capturedAt: string
  /** The phone itself says that another app made the position up. */
  readonly mock?: boolean | undefined
}

/** What is no proper position: its place in the message, and why. */
export type NoReading = { readonly at: number; readonly reason: string }

/** All that a message says. What is neither was understood and is of no use here: it is acknowledged. */
export type TrackerMessage = { readonly readings: TrackerReading[]; readonly wrong: NoReading[] }

/** Devices that do not know their accuracy say 0; below it the position itself is invalid. */
export const deviceAccuracy = accuracy
  .nullish()
  .transform(meters => (meters === undefined || meters === 0 ? null : meters))

/** A flag as JSON or as text; what is neither says nothing. */
export const mockFlag = z
  .union([z.boolean(), z.string().transform(text => ['true', '1'].includes(text.toLowerCase()))])
  .optional()
  .catch(undefined)

/** Milliseconds since 1970 as the time they mean. */
export const fromMs = z
  .number()
  .transform((ms, context) => {
    const at = new Date(ms)
    if (!Number.isNaN(at.getTime())) return at.toISOString()
    context.addIssue('No time')
    return z.NEVER
  })
  .pipe(instant)

/**
 * The same position of the same tracker has the same id, however often it is sent: these apps send again whatever was not
 * answered, and number nothing.
 */
export const checkIdOf = (trackerId: string, { lat, lng, accuracyMeters, capturedAt }: TrackerReading) =>
  uuidV5(`${capturedAt} ${lat} ${lng} ${accuracyMeters ?? ''}`, trackerId)

/** The readings of a list, each held against the schema for itself. */
export function readEach(items: readonly unknown[], schema: z.ZodType<TrackerReading>): TrackerMessage {
  const message: TrackerMessage = { readings: [], wrong: [] }
  for (const [at, item] of items.entries()) {
    const parsed = schema.safeParse(item)
    if (parsed.success) message.readings.push(parsed.data)
    else message.wrong.push({ at, reason: reasonOf(parsed.error) })
  }
  return message
}

/** The first thing that is wrong, in words. */
export function reasonOf({ issues: [issue] }: z.ZodError): string {
  return `${issue?.path.join('.') || 'message'}: ${issue?.message ?? 'invalid'}`.slice(0, 200)
}
