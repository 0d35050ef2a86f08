import type { BaseMap } from '@muster/contract/maps.ts'
import { defaultBaseMap, type PlaceSearchKind, publicGeocoders } from '@muster/domain/base-map.ts'
import type { FastifyBaseLogger } from 'fastify'
import type { Database } from '../../db/database.ts'
import { withoutOutages } from '../../rpc/unexpected.ts'
import { readStoredMap, type StoredMap } from './maps.queries.ts'

/** Map settings from environment variables, which override those of a super admin. */
export type MapEnvironment = {
  readonly base: BaseMap | undefined
  /** Additional hosts of a style that is set by environment variables. */
  readonly hosts: readonly string[]
  readonly googleKey: string | undefined
  /** The origin of Google's script: Google, or a substitute for an operator without internet access. */
  readonly googleOrigin: string
  /** The origin of OpenFreeMap: its public host, or the operator's own copy. */
  readonly openFreeMapOrigin: string
  readonly geocoderUrl: string | undefined
}

export type MapSetting = Omit<StoredMap, 'base'> & {
  readonly base: BaseMap
  /** False until somebody has chosen a base map. Until then `base` is the default, and super admins are asked to choose. */
  readonly chosen: boolean
  readonly fromEnvironment: boolean
  readonly googleKeyFromEnvironment: boolean
  readonly placeSearchFromEnvironment: boolean
  readonly googleOrigin: string
  readonly openFreeMapOrigin: string
  /** The service that finds places by name; `isShared` is true for a public service. */
  readonly geocoder: { readonly url: string; readonly isShared: boolean } | undefined
}

export type MapSettingCache = {
  /** The setting that all responses of this node use, including their content security policy. */
  current(): MapSetting
  /** Resolves once pending changes are loaded, because browsers ask as soon as they are notified of a change. */
  latest(): Promise<MapSetting>
  load(): Promise<void>
  forget(): void
  forgetAll(): void
}

/** Creates a cache of the map setting, because every page's content security policy depends on it. The feed announces changes. */
export function createMapSettingCache(
  db: Database,
  environment: MapEnvironment,
  log: Pick<FastifyBaseLogger, 'warn'>,
): MapSettingCache {
  // Until the stored setting is loaded, no external service is contacted.
  let storedMap: StoredMap = { base: { kind: 'built_in' }, origins: [], googleKey: null, placeSearch: 'none' }
  let pendingLoad: Promise<void> = Promise.resolve()
  const load = () => {
    // Loads run one after the other, so that an older result never arrives last.
    const currentLoad = pendingLoad.then(async () => {
      storedMap = await readStoredMap(db)
    })
    pendingLoad = currentLoad.catch(() => undefined)
    return currentLoad
  }
  // Keep the cached value until the newer one is loaded, because pages would otherwise be without a map in the meantime.
  const reload = () =>
    void load().catch(error =>
      withoutOutages(log).warn({ err: error }, 'The setting of maps could not be read'),
    )
  return {
    current: () => toSetting(environment, storedMap),
    async latest() {
      await pendingLoad
      return toSetting(environment, storedMap)
    },
    load,
    forget: reload,
    forgetAll: reload,
  }
}

/** Combines the settings: environment variables override stored values, which override the defaults. */
export function toSetting(environment: MapEnvironment, storedMap: StoredMap): MapSetting {
  const { geocoderUrl } = environment
  const isBuiltIn = environment.base?.kind === 'built_in'
  const placeSearch = isBuiltIn ? 'none' : storedMap.placeSearch
  return {
    base: environment.base ?? storedMap.base ?? { kind: defaultBaseMap },
    chosen: (environment.base ?? storedMap.base) !== null,
    origins: environment.base ? environment.hosts : storedMap.origins,
    googleKey: environment.googleKey ?? storedMap.googleKey,
    placeSearch,
    fromEnvironment: environment.base !== undefined,
    googleKeyFromEnvironment: environment.googleKey !== undefined,
    placeSearchFromEnvironment: geocoderUrl !== undefined || isBuiltIn,
    googleOrigin: environment.googleOrigin,
    openFreeMapOrigin: environment.openFreeMapOrigin,
    geocoder: geocoderUrl === undefined ? toPublicGeocoder(placeSearch) : toOwnGeocoder(geocoderUrl),
  }
}

const toPublicGeocoder = (kind: PlaceSearchKind) =>
  kind === 'none' ? undefined : { url: publicGeocoders[kind], isShared: true }

/** An operator may also configure a public service. It counts as shared, because its rate limit applies all the same. */
const toOwnGeocoder = (url: string) => ({
  url,
  isShared: Object.values(publicGeocoders).some(it => new URL(it).host === new URL(url).host),
})
