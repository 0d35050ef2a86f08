import { isPmtilesAddress, mapAddressProblem, placeSearchKinds } from '@muster/domain/base-map.ts'
import { z } from 'zod'
import { callsTagged } from './base.ts'
import { pick } from './errors.ts'
import { exactText } from './texts.ts'

const { signedIn } = callsTagged('maps')

/** A URL from which browsers fetch a map. */
const mapAddress = exactText(1_000).refine(
  address => mapAddressProblem(address) === undefined,
  'The address must begin with https:// and name a host, without a user name or password',
)

/** A PMTiles file on another host, or one in the data folder by its name (`/map-files/name.pmtiles`). */
const pmtilesAddress = exactText(1_000).refine(
  isPmtilesAddress,
  'Enter an address that starts with https://, or /map-files/name.pmtiles',
)

/** The map under the zones; the same everywhere in this installation. */
export const baseMap = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('built_in') }),
  z.object({ kind: z.literal('openfreemap') }),
  /** A MapLibre style; `satelliteUrl` is shown as the hybrid view. */
  z.object({ kind: z.literal('style'), url: mapAddress, satelliteUrl: mapAddress.nullable() }),
  z.object({ kind: z.literal('pmtiles'), url: pmtilesAddress }),
  z.object({ kind: z.literal('google') }),
])
export type BaseMap = z.infer<typeof baseMap>

/** The settings that a browser needs to draw maps. */
export const shownMap = z.object({
  base: baseMap,
  /** The origin of the Google Maps script. */
  googleOrigin: z.string(),
  openFreeMapOrigin: z.string(),
  /**
   * The URL of the worker script that fetches a map from other hosts. The content security policy sent with the script allows
   * these hosts, so a different map needs a different URL.
   */
  fetcher: z.string(),
})
export type ShownMap = z.infer<typeof shownMap>

export const mapSettings = z.object({
  base: baseMap,
  /** True if a super admin chose the map, or the operator set it with an environment variable. Otherwise `base` is the default. */
  chosen: z.boolean(),
  placeSearch: z.enum(placeSearchKinds),
  /** True if the operator set a geocoder or disabled external services, so the place search cannot be changed here. */
  placeSearchFromEnvironment: z.boolean(),
  /** True if environment variables set the map, so it cannot be changed here. */
  fromEnvironment: z.boolean(),
  hasGoogleKey: z.boolean(),
  googleKeyFromEnvironment: z.boolean(),
  /** The hosts from which browsers may fetch data for this map. */
  hosts: z.array(z.string()).max(20),
})
export type MapSettings = z.infer<typeof mapSettings>

export const maps = {
  base: signedIn('GET /maps/base', 'get_base_map', 'Read the base map that maps are drawn on').output(
    shownMap,
  ),
  settings: signedIn('GET /maps/settings', 'get_map_settings', 'Read the settings of the base map').output(
    mapSettings,
  ),
  /** Returns settings with which this browser can draw the map for 15 minutes. */
  preview: signedIn('POST /maps/preview', 'preview_map', 'Test a base map before saving it')
    .input(z.strictObject({ base: baseMap }))
    .output(z.object({ shown: shownMap, hosts: z.array(z.string()).max(20) }))
    .errors(pick('MAP_UNREADABLE')),
  /**
   * Omitted fields stay unchanged; a `googleKey` of null removes the key. The response does not contain the key. Sending a base map
   * counts as choosing it, even if it is the current one.
   */
  update: signedIn('PUT /maps/settings', 'update_map_settings', 'Change the settings of the base map')
    .input(
      z.strictObject({
        base: baseMap.optional(),
        placeSearch: z.enum(placeSearchKinds).optional(),
        googleKey: exactText(200)
          .regex(/^[\w-]{10,200}$/, 'Enter the key exactly as Google shows it')
          .nullable()
          .optional(),
      }),
    )
    .output(mapSettings)
    .errors(pick('MAP_FROM_ENVIRONMENT', 'MAP_UNREADABLE', 'MAPS_KEY_MISSING')),
  /** Every map request contains it, so it is not secret from signed-in people. */
  googleKey: signedIn('GET /maps/google-key', 'get_google_maps_key', 'Read the Google Maps key')
    .output(z.object({ apiKey: z.string() }))
    .errors(pick('MAPS_KEY_MISSING')),
  apiKeys: signedIn('POST /maps/api-keys', 'get_api_keys', 'Read the key of a service by its name')
    .input(z.strictObject({ key_type: z.literal('google_maps') }))
    .output(z.object({ api_key: z.string() }))
    .errors(pick('MAPS_KEY_MISSING')),
}
