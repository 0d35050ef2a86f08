import { z } from 'zod'

/**
 * A key of any row: a UUID, version 7 where we make it ourselves. In lower case from here on, because everything behind
 * the contract compares keys as text, as the database writes them.
 */
export const id = z.uuid().toLowerCase()

/** An instant on the wire: ISO 8601 with offset, for example `2026-11-20T09:41:00.000Z`. */
export const instant = z.iso.datetime({ offset: true })

/** WGS 84 position in degrees, latitude before longitude. */
export const latLng = z.object({
  lat: z
    .number()
    .min(-90, 'Latitude must be between -90 and 90')
    .max(90, 'Latitude must be between -90 and 90'),
  lng: z
    .number()
    .min(-180, 'Longitude must be between -180 and 180')
    .max(180, 'Longitude must be between -180 and 180'),
})
