import { isPmtilesAddress, mapAddressProblem, placeSearchKinds } from '@muster/domain/base-map.ts'
import { z } from 'zod'
import { callsTagged } from './base.ts'
import { pick } from './errors.ts'
import { exactText } from './texts.ts'

const { signedIn } = callsTagged('maps')

/** An address that browsers fetch a map from. */
const mapAddress = exactText(1_000).superRefine((address, { addIssue }) => {
  const problem = mapAddressProblem(address)
  if (problem) addIssue({ code: 'custom', message: problem })
})

/** A PMTiles file: on another host, or by its name in the data folder (`/map-files/name.pmtiles`). */
const pmtilesAddress = exactText(1_000).refine(
  isPmtilesAddress,
  'Enter an address that begins with https://, or /map-files/name.pmtiles',
)

/** The map under the zones, the same all over this installation. */
export const baseMap = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('built_in') }),
  z.object({ kind: z.literal('openfreemap') }),
  /** A style of MapLibre; `satelliteUrl` is the one that is shown as hybrid. */
  z.object({ kind: z.literal('style'), url: mapAddress, satelliteUrl: mapAddress.nullable() }),
  z.object({ kind: z.literal('pmtiles'), url: pmtilesAddress }),
  z.object({ kind: z.literal('google') }),
])
export type BaseMap = z.infer<typeof baseMap>

/** The settings that a browser draws maps with. */
export const shownMap = z.object({
  base: baseMap,
  /** Where Google's script comes from. */
  googleOrigin: z.string(),
  openFreeMapOrigin: z.string(),
  /**
   * The address of the script that fetches a map from other hosts. Its own policy, as it was when it was loaded, opens these
   * hosts; another choice of the map has another address.
   */
  fetcher: z.string(),
})
export type ShownMap = z.infer<typeof shownMap>

export const mapSettings = z.object({
  base: baseMap,
  /** Somebody chose: a super admin, or the operator by an environment variable. Until then `base` is the default. */
  chosen: z.boolean(),
  placeSearch: z.enum(placeSearchKinds),
  /** The operator set a geocoder, or keeps everything at home: this page cannot change the search for places. */
  placeSearchFromEnvironment: z.boolean(),
  /** Environment variables say so: this page cannot change it. */
  fromEnvironment: z.boolean(),
  hasGoogleKey: z.boolean(),
  googleKeyFromEnvironment: z.boolean(),
  /** The hosts that browsers may fetch from because of it. */
  hosts: z.array(z.string()).max(20),
})
export type MapSettings = z.infer<typeof mapSettings>

export const maps = {
  /** The base map, for every map that is shown. */
  base: signedIn('GET /maps/base', 'get_base_map', 'Read the base map that maps are drawn on').output(
    shownMap,
  ),
  settings: signedIn('GET /maps/settings', 'get_map_settings', 'Read the settings of the base map').output(
    mapSettings,
  ),
  /** Tests the address of a map that is not saved yet, and answers with what this browser draws it with, for a quarter of an hour. */
  preview: signedIn('POST /maps/preview', 'preview_map', 'Test a base map before saving it')
    .input(z.strictObject({ base: baseMap }))
    .output(z.object({ shown: shownMap, hosts: z.array(z.string()).max(20) }))
    .errors(pick('MAP_UNREADABLE')),
  /**
   * Absent fields stay as they are; a `googleKey` of null removes the key. The key is never sent back. Naming the base map counts as a
   * choice, even if it is the one already shown.
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
  /** The key of Google's maps. It is in every request of a map and so no secret to who is signed in. */
  googleKey: signedIn('GET /maps/google-key', 'get_google_maps_key', 'Read the Google Maps key')
    .output(z.object({ apiKey: z.string() }))
    .errors(pick('MAPS_KEY_MISSING')),
  apiKeys: signedIn('POST /maps/api-keys', 'get_api_keys', 'Read the key of a service by its name')
    .input(z.strictObject({ key_type: z.literal('google_maps') }))
    .output(z.object({ api_key: z.string() }))
    .errors(pick('MAPS_KEY_MISSING')),
}
