import { z } from 'zod'
import { callsTagged } from './base.ts'
import { id, latLng } from './ids.ts'
import { latitudeText, longitudeText } from './numbers.ts'
import { text } from './texts.ts'

const { signedIn } = callsTagged('zones')

/** Most places found of each kind; to find another one, people type on. */
export const mostFound = 10

const foundZone = z.object({ id, name: z.string(), center: latLng })

export const zonePlaces = {
  /**
   * Places by their name: the caller's zones, and what the geocoder of the installation finds, where one is set up. Coordinates
   * the client reads itself.
   */
  places: signedIn('GET /places', 'search_places', 'Search places by name')
    .input(z.strictObject({ q: text(120).min(2) }))
    .output(
      z.object({
        zones: z.array(foundZone).max(mostFound),
        places: z.array(z.object({ name: z.string(), at: latLng })).max(mostFound),
        /** `none`: none is set up. `unavailable`: it did not answer in time. */
        geocoder: z.enum(['none', 'answered', 'unavailable']),
      }),
    ),
  /** The active zones that hold a place, of those the caller may see. */
  at: signedIn('GET /zones/at', 'list_zones_at', 'List the zones that contain a place')
    .input(z.strictObject({ lat: latitudeText, lng: longitudeText }))
    .output(z.object({ zones: z.array(foundZone).max(mostFound) })),
}
