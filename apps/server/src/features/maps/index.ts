/** What the assembly needs of maps. */
export { createMapFetcher } from './map-fetcher.ts'
export { registerMapFetcherDoor } from './map-fetcher-door.ts'
export { type MapPolicy, mapPolicy, originsOf } from './map-policy.ts'
export { createMapSetting, type MapEnvironment, type MapSettingCache } from './map-setting.ts'
