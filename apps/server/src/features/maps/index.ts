/** Exports for the content security policy of pages with a map, and for the current map setting. */
export { listOrigins as originsOf, type MapPolicy, mapPolicy } from './map-policy.ts'
export type { MapSettingCache } from './map-setting.ts'
