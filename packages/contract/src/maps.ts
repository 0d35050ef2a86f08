import { isPmtilesAddress, mapAddressProblem } from '@muster/domain/base-map.ts'
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

/** What lies under the zones on every map of this installation. */
export const baseMap = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('built_in') }),
  z.object({ kind: z.literal('openfreemap') }),
  /** A style of MapLibre; `satelliteUrl` is the one that is shown as hybrid. */
  z.object({ kind: z.literal('style'), url: mapAddress, satelliteUrl: mapAddress.nullable() }),
  z.object({ kind: z.literal('pmtiles'), url: pmtilesAddress }),
  z.object({ kind: z.literal('google') }),
])
export type BaseMap = z.infer<typeof baseMap>

export const mapSettings = z.object({
  base: baseMap,
  /** Environment variables say so: this page cannot change it. */
  fromEnvironment: z.boolean(),
  hasGoogleKey: z.boolean(),
  googleKeyFromEnvironment: z.boolean(),
  /** The hosts that browsers may fetch from because of it. */
  hosts: z.array(z.string()).max(20),
})
export type MapSettings = z.infer<typeof mapSettings>

export const maps = {
  /** The base map, for every map that is shown. `googleOrigin`: where Google's script comes from. */
  base: signedInProcedure
    .route({ method: 'GET', path: '/maps/base', operationId: 'get_base_map', tags: ['maps'] })
    .output(z.object({ base: baseMap, googleOrigin: z.string() })),
  settings: signedInProcedure
    .route({ method: 'GET', path: '/maps/settings', operationId: 'get_map_settings', tags: ['maps'] })
    .output(mapSettings),
  /** `googleKey`: absent stays as it is, null takes it away. It is never sent back. */
  update: signedInProcedure
    .route({ method: 'PUT', path: '/maps/settings', operationId: 'update_map_settings', tags: ['maps'] })
    .input(
      z.strictObject({
        base: baseMap,
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
    .route({ method: 'GET', path: '/maps/google-key', operationId: 'get_google_maps_key', tags: ['maps'] })
    .output(z.object({ apiKey: z.string() }))
    .errors(pick('MAPS_KEY_MISSING')),
  apiKeys: signedInProcedure
    .route({ method: 'POST', path: '/maps/api-keys', operationId: 'get_api_keys', tags: ['maps'] })
    .input(z.strictObject({ key_type: z.literal('google_maps') }))
    .output(z.object({ api_key: z.string() }))
    .errors(pick('MAPS_KEY_MISSING')),
}
