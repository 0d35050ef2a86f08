import { limits } from '@muster/domain/limits.ts'
import { z } from 'zod'
import { fitting } from './fits.ts'
import { latitude, longitude } from './numbers.ts'

/** All noughts and all ones, which the standard takes for keys. */
const madeByNobody = /^([0f])\1{7}(-\1{4}){3}-\1{12}$/

/**
 * A key of any row: a UUID, version 7 where we make it ourselves. In lower case from here on, because everything behind
 * the contract compares keys as text, as the database writes them.
 */
export const id = fitting(
  z
    .uuid()
    .toLowerCase()
    .refine(key => !madeByNobody.test(key), 'Invalid UUID'),
  'uuid',
)

const first = Date.parse('1970-01-01T00:00:00Z')
const last = Date.parse('9999-12-31T23:59:59.999Z')

/**
 * An instant on the wire: ISO 8601 with offset, for example `2026-11-20T09:41:00.000Z`. From 1970 to 9999: an offset
 * must not lead out of the years that can be written with four digits.
 */
export const instant = fitting(
  z.iso
    .datetime({ offset: true })
    .max(40)
    .refine(text => {
      const at = Date.parse(text)
      return at >= first && at <= last
    }, 'A time must lie between 1970 and 9999'),
  'timestamptz',
)

/**
 * How long something that a person did waited on their device for a network, in milliseconds: whatever the device's clock says, it was
 * done so long before it arrived.
 */
export const waitedMs = fitting(z.int().min(0).max(limits.waitedMostMs), 'bigint').optional()

/** WGS 84 position in degrees, latitude before longitude. */
export const latLng = z.object({ lat: latitude, lng: longitude })

/** Fields of a measured position in answers and events; the accuracy is in metres. */
export const measuredPosition = {
  lat: z.number(),
  lng: z.number(),
  accuracyMeters: z.number().nullable(),
}
