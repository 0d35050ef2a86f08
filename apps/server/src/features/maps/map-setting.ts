import type { BaseMap } from '@muster/contract/maps.ts'
import { defaultBaseMap, type PlaceSearchKind, publicGeocoders } from '@muster/domain/base-map.ts'
import type { FastifyBaseLogger } from 'fastify'
import type { Database } from '../../db/database.ts'
import { readStoredMap, type StoredMap } from './maps.queries.ts'

/** Map settings from environment variables; they override a super admin's. */
export type MapEnvironment = {
  readonly base: BaseMap | undefined
  /** Further hosts of a style set by variables. */
  readonly hosts: readonly string[]
  readonly googleKey: string | undefined
  /** The origin of Google's script: Google, or a substitute for an operator without internet access. */
  readonly googleOrigin: string
  /** The origin of OpenFreeMap: its public host, or the operator's own copy. */
  readonly openFreeMapOrigin: string
  /** The operator's own geocoder. */
  readonly geocoderUrl: string | undefined
}

/** The current base map and place search. */
export type MapSetting = Omit<StoredMap, 'base'> & {
  readonly base: BaseMap
  /** False until somebody chose: `base` is then the default, and super admins are asked to choose. */
  readonly chosen: boolean
  readonly fromEnvironment: boolean
  readonly googleKeyFromEnvironment: boolean
  readonly placeSearchFromEnvironment: boolean
  readonly googleOrigin: string
  readonly openFreeMapOrigin: string
  /** The service that finds places by name; `isShared` for a public one. */
  readonly geocoder: { readonly url: string; readonly isShared: boolean } | undefined
}

export type MapSettingCache = {
  /** The setting used by every response of this node, including its policy. */
  current(): MapSetting
  /** The same, once pending changes are loaded: browsers ask as soon as they are notified of a change. */
  latest(): Promise<MapSetting>
  load(): Promise<void>
  forget(): void
  forgetAll(): void
}

/** Caches the setting, because the policy of every page depends on it. The feed announces changes. */
export function createMapSetting(
  db: Database,
  environment: MapEnvironment,
  log: Pick<FastifyBaseLogger, 'warn'>,
): MapSettingCache {
  // Until it is loaded, no external service is contacted.
  let stored: StoredMap = { base: { kind: 'built_in' }, origins: [], googleKey: null, placeSearch: 'none' }
  let reading: Promise<void> = Promise.resolve()
  const load = () => {
    // One after the other, so that an older result never arrives last.
    const mine = reading.then(async () => {
      stored = await readStoredMap(db)
    })
    reading = mine.catch(() => undefined)
    return mine
  }
  // The cached value stays until the newer one is loaded: a moment without a map helps nobody.
  const reload = () =>
    void load().catch(error => log.warn({ err: error }, 'The setting of maps could not be read'))
  return {
    current: () => toSetting(environment, stored),
    async latest() {
      await reading
      return toSetting(environment, stored)
    },
    load,
    forget: reload,
    forgetAll: reload,
  }
}

/** The variables override the stored values, which override the defaults. */
export function toSetting(environment: MapEnvironment, stored: StoredMap): MapSetting {
  const { geocoderUrl } = environment
  const isBuiltIn = environment.base?.kind === 'built_in'
  const placeSearch = isBuiltIn ? 'none' : stored.placeSearch
  return {
    base: environment.base ?? stored.base ?? { kind: defaultBaseMap },
    chosen: (environment.base ?? stored.base) !== null,
    origins: environment.base ? environment.hosts : stored.origins,
    googleKey: environment.googleKey ?? stored.googleKey,
    placeSearch,
    fromEnvironment: environment.base !== undefined,
    googleKeyFromEnvironment: environment.googleKey !== undefined,
    placeSearchFromEnvironment: geocoderUrl !== undefined || isBuiltIn,
    googleOrigin: environment.googleOrigin,
    openFreeMapOrigin: environment.openFreeMapOrigin,
    geocoder: geocoderUrl === undefined ? publicGeocoder(placeSearch) : ownGeocoder(geocoderUrl),
  }
}

const publicGeocoder = (kind: PlaceSearchKind) =>
  kind === 'none' ? undefined : { url: publicGeocoders[kind], isShared: true }

/** An operator may set a public service too: its rate limit is the same. */
const ownGeocoder = (url: string) => ({
  url,
  isShared: Object.values(publicGeocoders).some(it => new URL(it).host === new URL(url).host),
})
