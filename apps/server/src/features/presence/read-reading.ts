import type { BatchReading } from '@muster/contract/presence.ts'
import { formatIsoTime } from '../../lib/iso-time.ts'

/** A UUID as the contract's `id` returns it: in lower case, and neither nil nor max, which have no version. */
const uuidPattern = /^[0-9a-f]{8}-[0-9a-f]{4}-[1-8][0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/

/** The smallest absolute value that the contract does not round to zero. */
const MIN_DEGREES = 1e-12
const MAX_TIME_MS = Date.parse('9999-12-31T23:59:59.999Z')

/**
 * Same result as the contract's `batchReading` for the form our apps send, in less than half the time. Undefined for any other form,
 * valid or not, which the schema must parse.
 */
export function readReading(raw: unknown): BatchReading | undefined {
  if (typeof raw !== 'object' || raw === null) return undefined
  const { id, lat, lng, accuracyMeters = null, capturedAt, mock, zoneId, source } = raw as RawReading
  if (!isUuid(id) || !isDegrees(lat, 90) || !isDegrees(lng, 180) || !isIsoTime(capturedAt)) return undefined
  if (
    accuracyMeters !== null &&
    !(isNumber(accuracyMeters) && accuracyMeters >= 0 && accuracyMeters <= 100_000)
  )
    return undefined
  const reading: Writable<BatchReading> = {
    id,
    lat,
    lng,
    accuracyMeters: accuracyMeters === null ? null : Math.round(accuracyMeters * 100) / 100,
    capturedAt,
  }
  if (mock !== undefined) {
    if (typeof mock !== 'boolean') return undefined
    reading.mock = mock
  }
  if (zoneId !== undefined) {
    if (!isUuid(zoneId)) return undefined
    reading.zoneId = zoneId
  }
  if (source !== undefined) {
    if (source !== 'device' && source !== 'automatic' && source !== 'manual') return undefined
    reading.source = source
  }
  return reading
}

type RawReading = { readonly [Field in keyof BatchReading]: unknown }
type Writable<T> = { -readonly [Field in keyof T]: T[Field] }

const isNumber = (it: unknown): it is number => typeof it === 'number'
const isUuid = (it: unknown): it is string => typeof it === 'string' && uuidPattern.test(it)

const isDegrees = (it: unknown, max: number): it is number =>
  isNumber(it) && Math.abs(it) <= max && Math.abs(it) >= MIN_DEGREES

/** True for a time in UTC with milliseconds, as `toISOString` writes it: only that form survives a round trip. */
function isIsoTime(it: unknown): it is string {
  if (typeof it !== 'string' || it.length !== 24) return false
  const at = Date.parse(it)
  return at >= 0 && at <= MAX_TIME_MS && formatIsoTime(at) === it
}
