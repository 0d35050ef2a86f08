import type { BaseMap } from '@muster/contract/maps.ts'
import { defaultBaseMap, type PlaceSearchKind, publicGeocoders } from '@muster/domain/base-map.ts'
import type { FastifyBaseLogger } from 'fastify'
import type { Database } from '../../db/database.ts'
import { readStoredMap, type StoredMap } from './maps.queries.ts'

/** What environment variables say of maps; they win over what a super admin set. */
export type MapEnvironment = {
  readonly base: BaseMap | undefined
  /** What a style of the variables is drawn from besides its own host. */
  readonly hosts: readonly string[]
  readonly googleKey: string | undefined
  /** Where Google's script comes from: Google, or a stand-in of an operator without a way out. */
  readonly googleOrigin: string
  /** Where OpenFreeMap is: its public host, or a copy of the operator's own. */
  readonly openFreeMapOrigin: string
  /** The operator's own choice of a geocoder. */
  readonly geocoderUrl: string | undefined
}

/** The base map and the search for places that count now. */
export type MapSetting = Omit<StoredMap, 'base'> & {
  readonly base: BaseMap
  /** Somebody chose; until then `base` is the default, and a super admin is asked. */
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
  /** What every answer of this node goes by: its policy, too. */
  current(): MapSetting
  /** The same, after a change this node has heard of was read: browsers ask as soon as they hear of it. */
  latest(): Promise<MapSetting>
  load(): Promise<void>
  forget(): void
  forgetAll(): void
}

/** Holds the setting in memory: the policy of every page depends on it. A change is heard of through the feed. */
export function createMapSetting(
  db: Database,
  environment: MapEnvironment,
  log: Pick<FastifyBaseLogger, 'warn'>,
): MapSettingCache {
  // Until it was read, nobody outside is asked for anything.
  let stored: StoredMap = { base: { kind: 'built_in' }, origins: [], googleKey: null, placeSearch: 'none' }
  let reading: Promise<void> = Promise.resolve()
  const load = () => {
    // One after the other, so that an older answer never comes last.
    const mine = reading.then(async () => {
      stored = await readStoredMap(db)
    })
    reading = mine.catch(() => undefined)
    return mine
  }
  // What is held stays until the newer one is read: a page without a map for a moment helps nobody.
  const reload = () =>
    void load().catch(error => log.warn({ err: error }, 'The setting of maps could not be read'))
  return {
    current: () => settingOf(environment, stored),
    async latest() {
      await reading
      return settingOf(environment, stored)
    },
    load,
    forget: reload,
    forgetAll: reload,
  }
}

/** The variables over what is stored, and the default under both. */
export function settingOf(environment: MapEnvironment, stored: StoredMap): MapSetting {
  const { geocoderUrl } = environment
  const keptAtHome = environment.base?.kind === 'built_in'
  const placeSearch = keptAtHome ? 'none' : stored.placeSearch
  return {
    base: environment.base ?? stored.base ?? { kind: defaultBaseMap },
    chosen: (environment.base ?? stored.base) !== null,
    origins: environment.base ? environment.hosts : stored.origins,
    googleKey: environment.googleKey ?? stored.googleKey,
    placeSearch,
    fromEnvironment: environment.base !== undefined,
    googleKeyFromEnvironment: environment.googleKey !== undefined,
    placeSearchFromEnvironment: geocoderUrl !== undefined || keptAtHome,
    googleOrigin: environment.googleOrigin,
    openFreeMapOrigin: environment.openFreeMapOrigin,
    geocoder: geocoderUrl === undefined ? publicGeocoder(placeSearch) : ownGeocoder(geocoderUrl),
  }
}

const publicGeocoder = (kind: PlaceSearchKind) =>
  kind === 'none' ? undefined : { url: publicGeocoders[kind], isShared: true }

/** An operator may name a public service too: its pace is the same. */
const ownGeocoder = (url: string) => ({
  url,
  isShared: Object.values(publicGeocoders).some(it => new URL(it).host === new URL(url).host),
})
