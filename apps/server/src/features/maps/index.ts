/** What the assembly needs of maps. */
export { type MapPolicy, mapPolicy } from './map-policy.ts'
export { createMapSetting, type MapEnvironment } from './map-setting.ts'
