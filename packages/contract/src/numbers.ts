import { z } from 'zod'
import { fitting } from './fits.ts'

/** Coordinates smaller than this, about a tenth of a micrometre, become zero. This removes subnormal numbers and -0. */
const negligibleDegrees = 1e-12
const toPlainZero = (degrees: number) => (Math.abs(degrees) < negligibleDegrees ? 0 : degrees)

const latitudeRangeMessage = 'Latitude must be between -90 and 90'
const longitudeRangeMessage = 'Longitude must be between -180 and 180'

/** A latitude in degrees (WGS 84), as `double precision` stores it. */
export const latitude = fitting(
  z.number().min(-90, latitudeRangeMessage).max(90, latitudeRangeMessage).overwrite(toPlainZero),
  'double precision',
)
export const longitude = fitting(
  z.number().min(-180, longitudeRangeMessage).max(180, longitudeRangeMessage).overwrite(toPlainZero),
  'double precision',
)

/** A latitude from a query string, where numbers are text. */
export const latitudeText = fitting(
  z.coerce.number().min(-90, latitudeRangeMessage).max(90, latitudeRangeMessage).overwrite(toPlainZero),
  'double precision',
)
export const longitudeText = fitting(
  z.coerce.number().min(-180, longitudeRangeMessage).max(180, longitudeRangeMessage).overwrite(toPlainZero),
  'double precision',
)

/** Metres, rounded to centimetres: `real` cannot store much smaller values, and no device is that accurate. */
export const accuracy = fitting(
  z
    .number()
    .min(0)
    .max(100_000)
    .overwrite(meters => Math.round(meters * 100) / 100),
  'real',
)

/** A count that fits an `integer` column. */
export const count = fitting(z.int().min(0).max(2_147_483_647), 'integer')

/** A whole number from 0 to 2^53 − 1 from a query string, which fits both `bigint` and a JavaScript number. */
export const countText = fitting(z.coerce.number().int().min(0), 'bigint')
