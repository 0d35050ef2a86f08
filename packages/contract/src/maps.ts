import { isPmtilesAddress, mapAddressProblem, placeSearchKinds } from '@muster/domain/base-map.ts'
import { z } from 'zod'
import { callsTagged } from './base.ts'
import { pick } from './errors.ts'
import { exactText } from './texts.ts'

const { signedIn } = callsTagged('maps')

/** An address from which browsers fetch a map. */
const mapAddress = exactText(1_000).refine(
  address => mapAddressProblem(address) === undefined,
  'The address must begin with https:// and name a host, without a user name or password',
)

/** A PMTiles file on another host, or in the data folder by its name (`/map-files/name.pmtiles`). */
const pmtilesAddress = exactText(1_000).refine(
  isPmtilesAddress,
  'Enter an address that begins with https://, or /map-files/name.pmtiles',
)

/** The map under the zones, the same everywhere in this installation. */
export const baseMap = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('built_in') }),
  z.object({ kind: z.literal('openfreemap') }),
  /** A MapLibre style; `satelliteUrl` is shown as the hybrid view. */
  z.object({ kind: z.literal('style'), url: mapAddress, satelliteUrl: mapAddress.nullable() }),
  z.object({ kind: z.literal('pmtiles'), url: pmtilesAddress }),
  z.object({ kind: z.literal('google') }),
])
export type BaseMap = z.infer<typeof baseMap>

/** The settings with which a browser draws maps. */
export const shownMap = z.object({
  base: baseMap,
  /** The origin of Google's script. */
  googleOrigin: z.string(),
  openFreeMapOrigin: z.string(),
  /**
   * The address of the script that fetches a map from other hosts. The content security policy it is loaded with allows these
   * hosts, so a different map means a different address.
   */
  fetcher: z.string(),
})
export type ShownMap = z.infer<typeof shownMap>

export const mapSettings = z.object({
  base: baseMap,
  /** True if a super admin chose the map, or the operator did by an environment variable. Before that `base` is the default. */
  chosen: z.boolean(),
  placeSearch: z.enum(placeSearchKinds),
  /** True if the operator set a geocoder or disabled external services, so this page cannot change the place search. */
  placeSearchFromEnvironment: z.boolean(),
  /** True if environment variables set the map, so this page cannot change it. */
  fromEnvironment: z.boolean(),
  hasGoogleKey: z.boolean(),
  googleKeyFromEnvironment: z.boolean(),
  /** The hosts from which browsers may fetch for this map. */
  hosts: z.array(z.string()).max(20),
})
export type MapSettings = z.infer<typeof mapSettings>

export const maps = {
  /** The base map of every map. */
  base: signedIn('GET /maps/base', 'get_base_map', 'Read the base map that maps are drawn on').output(
    shownMap,
  ),
  settings: signedIn('GET /maps/settings', 'get_map_settings', 'Read the settings of the base map').output(
    mapSettings,
  ),
  /** Tests the address of an unsaved map. Returns settings with which this browser can draw it for 15 minutes. */
  preview: signedIn('POST /maps/preview', 'preview_map', 'Test a base map before saving it')
    .input(z.strictObject({ base: baseMap }))
    .output(z.object({ shown: shownMap, hosts: z.array(z.string()).max(20) }))
    .errors(pick('MAP_UNREADABLE')),
  /**
   * Absent fields stay unchanged; a `googleKey` of null removes the key. The key is never sent back. Sending the base map counts as
   * a choice, even if it is the current one.
   */
  update: signedIn('PUT /maps/settings', 'update_map_settings', 'Change the settings of the base map')
    .input(
      z.strictObject({
        base: baseMap.optional(),
        placeSearch: z.enum(placeSearchKinds).optional(),
        googleKey: exactText(200)
          .regex(/^[\w-]{10,200}$/, 'Enter the key as Google shows it')
          .nullable()
          .optional(),
      }),
    )
    .output(mapSettings)
    .errors(pick('MAP_FROM_ENVIRONMENT', 'MAP_UNREADABLE', 'MAPS_KEY_MISSING')),
  /** The Google Maps key. Every map request contains it, so it is no secret to people who are signed in. */
  googleKey: signedIn('GET /maps/google-key', 'get_google_maps_key', 'Read the Google Maps key')
    .output(z.object({ apiKey: z.string() }))
    .errors(pick('MAPS_KEY_MISSING')),
  apiKeys: signedIn('POST /maps/api-keys', 'get_api_keys', 'Read the key of a service by its name')
    .input(z.strictObject({ key_type: z.literal('google_maps') }))
    .output(z.object({ api_key: z.string() }))
    .errors(pick('MAPS_KEY_MISSING')),
}
