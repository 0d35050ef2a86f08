import { z } from 'zod'
import { fitting } from './fits.ts'

/** Below this a coordinate is zero: a tenth of a micrometre. Ends numbers too small for arithmetic, and -0. */
const noDegrees = 1e-12
const plainZero = (degrees: number) => (Math.abs(degrees) < noDegrees ? 0 : degrees)

const latitudeRange = 'Latitude must be between -90 and 90'
const longitudeRange = 'Longitude must be between -180 and 180'

/** Degrees, WGS 84, as `double precision` stores them. */
export const latitude = fitting(
  z.number().min(-90, latitudeRange).max(90, latitudeRange).overwrite(plainZero),
  'double precision',
)
export const longitude = fitting(
  z.number().min(-180, longitudeRange).max(180, longitudeRange).overwrite(plainZero),
  'double precision',
)

/** The same out of a query, where numbers are text. */
export const latitudeText = fitting(
  z.coerce.number().min(-90, latitudeRange).max(90, latitudeRange).overwrite(plainZero),
  'double precision',
)
export const longitudeText = fitting(
  z.coerce.number().min(-180, longitudeRange).max(180, longitudeRange).overwrite(plainZero),
  'double precision',
)

/** Metres a device vouches for, to the centimetre: `real` cannot hold what is much smaller, and no device knows it. */
export const accuracy = fitting(
  z
    .number()
    .min(0)
    .max(100_000)
    .overwrite(meters => Math.round(meters * 100) / 100),
  'real',
)

/** A count as `integer` stores it. */
export const count = fitting(z.int().min(0).max(2_147_483_647), 'integer')

/** A whole number out of a query, as `bigint` stores it and JavaScript counts it: up to 2^53. */
export const countText = fitting(z.coerce.number().int().min(0), 'bigint')
