/** The content security policy of pages with a map, and the current map setting. */
export { type MapPolicy, mapPolicy, originsOf } from './map-policy.ts'
export type { MapSettingCache } from './map-setting.ts'
