import { fetchPublicJson } from '../../lib/fetch-public-json.ts'
import { api, signedIn } from '../../rpc/base.ts'
import { fail } from '../../rpc/fail.ts'
import type { MapFetcher } from './map-fetcher.ts'
import type { MapSettingCache } from './map-setting.ts'
import { mapSettingsView, previewView, shownMapView } from './maps.view.ts'
import { readBaseOrigins, updateMap } from './update-map.ts'

const changeRate = { name: 'map-settings', points: 30, seconds: 60 }

const WITHOUT_TX_REASON = 'the setting is held in memory'

/** Procedures for the base map that everybody sees below the zones, for place search, and for Google's key. */
export function mapsProcedures(
  { caches: { map } }: { readonly caches: { readonly map: MapSettingCache } },
  fetcher: MapFetcher,
) {
  const requireGoogleKey = () => {
    const { googleKey } = map.current()
    if (googleKey === null) throw fail('MAPS_KEY_MISSING')
    return googleKey
  }
  return {
    base: api.maps.base
      .use(signedIn(null, { withoutTx: WITHOUT_TX_REASON }))
      .handler(async () => shownMapView(await map.latest(), fetcher)),

    settings: api.maps.settings
      .use(signedIn('manage_maps', { withoutTx: WITHOUT_TX_REASON }))
      .handler(async () => mapSettingsView(await map.latest())),

    preview: api.maps.preview
      .use(
        signedIn('manage_maps', {
          withoutTx: 'it fetches a style and writes nothing',
          rateLimit: changeRate,
        }),
      )
      .handler(async ({ input: { base } }) => {
        const origins = await readBaseOrigins(base, fetchPublicJson)
        return previewView(map.current(), { base, origins }, fetcher)
      }),

    update: api.maps.update
      .use(
        signedIn('manage_maps', {
          withoutTx: 'it fetches a style before it writes, as the owner',
          rateLimit: changeRate,
        }),
      )
      .handler(async ({ context: { db, actor }, input }) => {
        await updateMap(
          { db, actorId: actor.userId, current: map.current(), fetchJson: fetchPublicJson },
          input,
        )
        // This node loads the setting directly instead of waiting for the feed.
        await map.load()
        return mapSettingsView(map.current())
      }),

    googleKey: api.maps.googleKey
      .use(signedIn(null, { withoutTx: WITHOUT_TX_REASON }))
      .handler(async () => ({ apiKey: requireGoogleKey() })),

    apiKeys: api.maps.apiKeys
      .use(signedIn(null, { withoutTx: WITHOUT_TX_REASON }))
      .handler(async () => ({ api_key: requireGoogleKey() })),
  }
}
