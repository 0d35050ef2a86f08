import type { BaseMap } from '@muster/contract/maps.ts'
import { type Env, SettingError } from '../../platform/env.ts'
import type { MapEnvironment } from './map-setting.ts'

type MapEnv = Pick<
  Env,
  | 'MAP_BASE'
  | 'MAP_STYLE_URL'
  | 'MAP_SATELLITE_STYLE_URL'
  | 'MAP_HOSTS'
  | 'MAP_PMTILES'
  | 'GOOGLE_MAPS_KEY'
  | 'GOOGLE_MAPS_URL'
  | 'OPENFREEMAP_URL'
  | 'GEOCODER_URL'
>

/** Reads the map variables. Throws SettingError if a variable that another one requires is missing. */
export function readMapEnvironment(env: MapEnv): MapEnvironment {
  return {
    base: toBaseMap(env),
    hosts: env.MAP_HOSTS,
    googleKey: env.GOOGLE_MAPS_KEY,
    googleOrigin: new URL(env.GOOGLE_MAPS_URL).origin,
    openFreeMapOrigin: new URL(env.OPENFREEMAP_URL).origin,
    geocoderUrl: env.GEOCODER_URL,
  }
}

function toBaseMap(env: MapEnv): BaseMap | undefined {
  switch (env.MAP_BASE) {
    case undefined:
      return undefined
    case 'style':
      return {
        kind: 'style',
        url: requireVariable('MAP_STYLE_URL', env.MAP_STYLE_URL),
        satelliteUrl: env.MAP_SATELLITE_STYLE_URL ?? null,
      }
    case 'pmtiles':
      return { kind: 'pmtiles', url: requireVariable('MAP_PMTILES', env.MAP_PMTILES) }
    case 'google':
      requireVariable('GOOGLE_MAPS_KEY', env.GOOGLE_MAPS_KEY)
      return { kind: 'google' }
    default:
      return { kind: env.MAP_BASE }
  }
}

function requireVariable(variable: string, value: string | undefined): string {
  if (value !== undefined) return value
  throw new SettingError(variable, `The setting ${variable} is missing: MAP_BASE needs it.`)
}
