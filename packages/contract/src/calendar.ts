import { z } from 'zod'
import { fitting } from './fits.ts'
import { oneLine } from './texts.ts'

/** A calendar day such as `2026-11-25`, from 1970 to 9999. */
export const day = fitting(
  z.iso.date().refine(text => text >= '1970-01-01', 'A day must lie between 1970 and 9999'),
  'date',
)

/**
 * Returns true if this runtime knows the IANA name, such as `Asia/Kolkata`. Abbreviations are excluded, because different programs
 * map `IST` to different zones.
 */
function isTimeZone(name: string): boolean {
  if (name !== 'UTC' && !name.includes('/')) return false
  try {
    return Boolean(new Intl.DateTimeFormat('en', { timeZone: name }))
  } catch {
    return false
  }
}

/** A time zone by its IANA name, such as `Asia/Kolkata` or `UTC`. */
export const timeZone = fitting(
  z
    .string()
    .max(64)
    .regex(/^[A-Za-z][A-Za-z0-9_+-]*(\/[A-Za-z0-9_+-]+)*$/, 'Not a time zone')
    .refine(isTimeZone, 'Not a time zone'),
  'text',
)

/** A local time of day, such as `08:00`. */
export const clockTime = oneLine(5).regex(/^([01]\d|2[0-3]):[0-5]\d$/, 'Choose a time')
