/** The policy of pages that show a map, and the map that counts now. */
export { type MapPolicy, mapPolicy, originsOf } from './map-policy.ts'
export type { MapSettingCache } from './map-setting.ts'
