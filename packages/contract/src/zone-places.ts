import { z } from 'zod'
import { callsTagged } from './base.ts'
import { id, latLng } from './ids.ts'
import { latitudeText, longitudeText } from './numbers.ts'
import { text } from './texts.ts'
import { zoneShape } from './zone-shape.ts'

const { signedIn } = callsTagged('zones')

/** Maximum results of each kind; people narrow the search by typing more. */
export const maxPlaces = 10

/** Maximum zones drawn around a position. */
const maxNearZones = 100

const foundZone = z.object({ id, name: z.string(), center: latLng })

export const zonePlaces = {
  /** In the caller's zones and the geocoder, if any. The client parses coordinates itself. */
  places: signedIn('GET /places', 'search_places', 'Search places by name')
    .input(z.strictObject({ q: text(120).min(2) }))
    .output(
      z.object({
        zones: z.array(foundZone).max(maxPlaces),
        places: z.array(z.object({ name: z.string(), at: latLng })).max(maxPlaces),
        /** `none`: the installation has no geocoder. `unavailable`: the geocoder did not respond in time. */
        geocoder: z.enum(['none', 'answered', 'unavailable']),
      }),
    ),
  /** Up to 100 active ones within a kilometre, nearest first. `placeSearch`: whether `places` also finds towns and streets. */
  near: signedIn('GET /zones/near', 'list_zones_near', 'List the zones around a place, with their shapes')
    .input(z.strictObject({ lat: latitudeText, lng: longitudeText }))
    .output(
      z.object({
        zones: z.array(z.object({ id, name: z.string(), shape: zoneShape })).max(maxNearZones),
        placeSearch: z.boolean(),
      }),
    ),
  /** Active ones that the caller may see. */
  at: signedIn('GET /zones/at', 'list_zones_at', 'List the zones that contain a place')
    .input(z.strictObject({ lat: latitudeText, lng: longitudeText }))
    .output(z.object({ zones: z.array(foundZone).max(maxPlaces) })),
}
