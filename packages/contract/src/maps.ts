import { isPmtilesAddress, mapAddressProblem, placeSearchKinds } from '@muster/domain/base-map.ts'
import { z } from 'zod'
import { signedInProcedure } from './base.ts'
import { pick } from './errors.ts'
import { exactText } from './texts.ts'

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
  base: signedInProcedure
    .route({
      method: 'GET',
      path: '/maps/base',
      operationId: 'get_base_map',
      summary: 'Read the base map that maps are drawn on',
      tags: ['maps'],
    })
    .output(shownMap),
  settings: signedInProcedure
    .route({
      method: 'GET',
      path: '/maps/settings',
      operationId: 'get_map_settings',
      summary: 'Read the settings of the base map',
      tags: ['maps'],
    })
    .output(mapSettings),
  /** Tests the address of a map that is not saved yet, and answers with what this browser draws it with, for a quarter of an hour. */
  preview: signedInProcedure
    .route({
      method: 'POST',
      path: '/maps/preview',
      operationId: 'preview_map',
      summary: 'Test a base map before saving it',
      tags: ['maps'],
    })
    .input(z.strictObject({ base: baseMap }))
    .output(z.object({ shown: shownMap, hosts: z.array(z.string()).max(20) }))
    .errors(pick('MAP_UNREADABLE')),
  /**
   * Absent fields stay as they are; a `googleKey` of null removes the key. The key is never sent back. Naming the base map counts as a
   * choice, even if it is the one already shown.
   */
  update: signedInProcedure
    .route({
      method: 'PUT',
      path: '/maps/settings',
      operationId: 'update_map_settings',
      summary: 'Change the settings of the base map',
      tags: ['maps'],
    })
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
  googleKey: signedInProcedure
    .route({
      method: 'GET',
      path: '/maps/google-key',
      operationId: 'get_google_maps_key',
      summary: 'Read the Google Maps key',
      tags: ['maps'],
    })
    .output(z.object({ apiKey: z.string() }))
    .errors(pick('MAPS_KEY_MISSING')),
  apiKeys: signedInProcedure
    .route({
      method: 'POST',
      path: '/maps/api-keys',
      operationId: 'get_api_keys',
      summary: 'Read the key of a service by its name',
      tags: ['maps'],
    })
    .input(z.strictObject({ key_type: z.literal('google_maps') }))
    .output(z.object({ api_key: z.string() }))
    .errors(pick('MAPS_KEY_MISSING')),
}
