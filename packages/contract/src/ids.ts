import { limits } from '@muster/domain/limits.ts'
import { z } from 'zod'
import { fitting } from './fits.ts'
import { latitude, longitude } from './numbers.ts'

/** The nil and max UUIDs (all zeros, all ones), which the standard considers valid. */
const nilOrMaxUuidPattern = /^([0f])\1{7}(-\1{4}){3}-\1{12}$/

/**
 * The key of a row: a UUID, version 7 where we create it. Converted to lower case here, because everything behind the contract
 * compares keys as text, the way the database writes them.
 */
export const id = fitting(
  z
    .uuid()
    .toLowerCase()
    .refine(key => !nilOrMaxUuidPattern.test(key), 'Invalid UUID'),
  'uuid',
)

const firstInstantMs = Date.parse('1970-01-01T00:00:00Z')
const lastInstantMs = Date.parse('9999-12-31T23:59:59.999Z')

/**
 * An instant in the API: ISO 8601 with an offset, such as `2026-11-20T09:41:00.000Z`. Limited to 1970 to 9999, so that an offset
 * cannot produce a five-digit year.
 */
export const instant = fitting(
  z.iso
    .datetime({ offset: true })
    .max(40)
    .refine(text => {
      const at = Date.parse(text)
      return at >= firstInstantMs && at <= lastInstantMs
    }, 'A time must lie between 1970 and 9999'),
  'timestamptz',
)

/**
 * The milliseconds that an action waited on the device for a network. The server subtracts them from the time of arrival, because
 * the device's clock may be wrong.
 */
export const waitedMs = fitting(z.int().min(0).max(limits.waitedMostMs), 'bigint').optional()

/** A WGS 84 position in degrees, latitude before longitude. */
export const latLng = z.object({ lat: latitude, lng: longitude })

/** The fields of a measured position in responses and events; the accuracy is in metres. */
export const measuredPosition = {
  lat: z.number(),
  lng: z.number(),
  accuracyMeters: z.number().nullable(),
}
