import { api, signedIn } from '../../rpc/base.ts'
import { fail } from '../../rpc/fail.ts'
import type { Limit } from '../../rpc/throttle.ts'
import type { MapSettingMemory } from './map-setting.ts'
import { mapSettingsView } from './maps.view.ts'
import { updateMap } from './update-map.ts'

type Deps = {
  readonly map: MapSettingMemory
  /** Fetches a document that a super admin named. */
  readonly fetchJson: (address: string) => Promise<unknown>
  readonly changes: Limit
}

const HELD = 'the setting is held in memory'

/** Which map everybody sees under the zones, and the key of Google's. */
export function mapsProcedures({ map, fetchJson, changes }: Deps) {
  const googleKey = () => {
    const { googleKey } = map.current()
    if (googleKey === null) throw fail('MAPS_KEY_MISSING')
    return googleKey
  }
  return {
    base: api.maps.base.use(signedIn(null, { withoutTx: HELD })).handler(async () => {
      const { base, googleOrigin } = map.current()
      return { base, googleOrigin }
    }),

    settings: api.maps.settings
      .use(signedIn('manage_maps', { withoutTx: HELD }))
      .handler(async () => mapSettingsView(map.current())),

    update: api.maps.update
      .use(
        signedIn('manage_maps', {
          withoutTx: 'it fetches a style before it writes, as the owner',
          throttle: changes,
        }),
      )
      .handler(async ({ context: { db, actor }, input }) => {
        await updateMap({ db, actorId: actor.userId, current: map.current(), fetchJson }, input)
        // This node need not wait for the feed to answer with what was set.
        await map.load()
        return mapSettingsView(map.current())
      }),

    googleKey: api.maps.googleKey
      .use(signedIn(null, { withoutTx: HELD }))
      .handler(async () => ({ apiKey: googleKey() })),

    apiKeys: api.maps.apiKeys
      .use(signedIn(null, { withoutTx: HELD }))
      .handler(async () => ({ api_key: googleKey() })),
  }
}
